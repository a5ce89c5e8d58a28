#include "gui/app/welcome_page.h"

#include <QFileInfo>
#include <QPushButton>
#include <QStringList>
#include <QVBoxLayout>

#include "gui/widgets/theme.h"

namespace warpglass::gui {

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent), recent_(new QLabel), progress_(new QLabel) {
  auto* title = new QLabel(QStringLiteral("Why is your kernel slow?"));
  title->setFont(sized_font(1.9, true));
  auto* text = new QLabel(QStringLiteral(
      "<p>Open or drop here:</p>"
      "<table cellpadding='4'><tr><td><b>a capsule</b></td><td>one recorded kernel launch; it is simulated now<br><code>warpglass capture -o DIR -- ./app</code></td></tr>"
      "<tr><td><b>a run</b></td><td>a simulation done before<br><code>warpglass run x.capsule -o x.run</code></td></tr>"
      "<tr><td><b>a measurement</b> (.json)</td><td>what ncu measured of the same kernel, to compare with</td></tr></table>"
      "<p>Several at once are compared. Press <b>?</b> for all keys, <b>Ctrl+Shift+P</b> to find any command.</p>"));
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* open = new QPushButton(QStringLiteral("Open…"));
  open->setDefault(true);
  connect(open, &QPushButton::clicked, this, &WelcomePage::open_wanted);
  recent_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  connect(recent_, &QLabel::linkActivated, this, &WelcomePage::file_wanted);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(60), scaled(40), scaled(60), scaled(40));
  layout->setSpacing(scaled(12));
  layout->addStretch(1);
  layout->addWidget(title);
  layout->addWidget(text);
  layout->addWidget(open, 0, Qt::AlignLeft);
  layout->addWidget(recent_);
  layout->addWidget(progress_);
  layout->addStretch(2);
}

void WelcomePage::set_recent(const QStringList& files) {
  QString html;
  for (const QString& file : files) html += QStringLiteral("<a href=\"%1\">%2</a><br>").arg(file.toHtmlEscaped(), QFileInfo(file).fileName().toHtmlEscaped());
  recent_->setText(html.isEmpty() ? QString() : QStringLiteral("<b>Opened last</b><br>") + html);
}

void WelcomePage::show_progress(const QString& what) { progress_->setText(what); }

}  // namespace warpglass::gui
