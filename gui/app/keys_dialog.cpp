#include "gui/app/keys_dialog.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "gui/app/action_list.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

const char* const kMouse =
    "<br><b>Mouse</b>, in the timeline<table cellpadding='3'>"
    "<tr><td><b>wheel</b>&nbsp;&nbsp;&nbsp;</td><td>scrolls; over the ruler and the map of the whole launch "
    "it zooms</td></tr>"
    "<tr><td><b>Ctrl+wheel</b></td><td>zooms at the pointer</td></tr>"
    "<tr><td><b>Shift+wheel</b></td><td>moves in time</td></tr>"
    "<tr><td><b>drag</b></td><td>selects and measures a time</td></tr>"
    "<tr><td><b>middle drag</b></td><td>moves</td></tr>"
    "<tr><td><b>click</b></td><td>selects the stall and shows what it waits for; a second click goes "
    "there</td></tr></table>"
    "<p>W A S D are taken by their place on the keyboard, whatever letters it has there.</p>";

}  // namespace

void show_keys(QMainWindow& window, const QString& page) {
  auto* dialog = new QDialog(&window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("keys"));
  dialog->setWindowTitle(QStringLiteral("Keys and mouse"));
  auto* text = new QTextBrowser;
  text->setFrameShape(QFrame::NoFrame);
  text->setHtml(keys_html(window, page) + QString::fromUtf8(kMouse));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(text, 1);
  layout->addWidget(buttons);
  dialog->resize(scaled(620), scaled(640));
  dialog->show();
}

}  // namespace warpglass::gui
