#include "gui/widgets/job_bar.h"

#include <QHBoxLayout>

#include "gui/widgets/theme.h"

namespace warpglass::gui {

JobBar::JobBar(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      words_(new QLabel(this)),
      progress_(new QProgressBar(this)),
      button_(new QPushButton(this)),
      cancel_(new QPushButton(QStringLiteral("Cancel"), this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, scaled(2), 0, scaled(2));
  words_->setWordWrap(true);
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  progress_->setFixedWidth(scaled(160));
  progress_->setAccessibleName(QStringLiteral("Progress of the simulation"));
  cancel_->setToolTip(QStringLiteral("Gives up the simulation"));
  layout->addWidget(words_, 1);
  layout->addWidget(progress_);
  layout->addWidget(cancel_);
  layout->addWidget(button_);
  connect(button_, &QPushButton::clicked, this, &JobBar::wanted);
  connect(cancel_, &QPushButton::clicked, this, [this] { session_.experiments().jobs().cancel(); });
}

void JobBar::show_state(const QString& words, const QString& offer) {
  const JobQueue& jobs = session_.experiments().jobs();
  words_->setText(jobs.busy() ? jobs.name() + QStringLiteral(" …") : words);
  words_->setToolTip(words);
  progress_->setValue(static_cast<int>(1000 * jobs.done()));
  progress_->setVisible(jobs.busy());
  cancel_->setVisible(jobs.busy());
  button_->setText(offer);
  button_->setVisible(!jobs.busy() && !offer.isEmpty());
}

}  // namespace warpglass::gui
