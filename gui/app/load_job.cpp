#include "gui/app/load_job.h"

#include <QMetaObject>

#include "base/error.h"

namespace warpglass::gui {

LoadJob::~LoadJob() {
  cancel_ = true;
  if (thread_.joinable()) thread_.join();
}

void LoadJob::open(const QString& path, const LoadOptions& options) {
  waiting_.push_back({path, options, nullptr});
  if (!running_) start_next();
}

void LoadJob::attach(const RunPointer& run, const QString& capsule) {
  waiting_.push_back({capsule, {}, run});
  if (!running_) start_next();
}

void LoadJob::cancel() {
  waiting_.clear();
  cancel_ = true;
}

void LoadJob::start_next() {
  if (thread_.joinable()) thread_.join();
  running_ = !waiting_.empty();
  if (!running_) {
    Q_EMIT finished();
    return;
  }
  const Task task = waiting_.front();
  waiting_.pop_front();
  cancel_ = false;
  Q_EMIT progress(0, QStringLiteral("opening ") + task.path);
  thread_ = std::thread([this, task] { run(task); });
}

// On the background thread: results travel to the object's thread as queued calls.
void LoadJob::run(const Task& task) {
  const auto post = [this](auto call) { QMetaObject::invokeMethod(this, call, Qt::QueuedConnection); };
  try {
    const LoadProgress report = [&](double done, const std::string& what) {
      post([this, done, what] { Q_EMIT progress(done, QString::fromStdString(what)); });
      return !cancel_.load();
    };
    Loaded loaded;
    const std::filesystem::path path(task.path.toStdString());
    if (task.attach_to)
      loaded.run = with_launch(*task.attach_to, load_launch_details(path));
    else
      loaded = load_file(path, task.options, report);
    post([this, loaded] { deliver(loaded); });
  } catch (const std::exception& error) {
    const QString reason = QString::fromUtf8(error.what());
    post([this, reason, path = task.path] {
      if (cancel_)
        Q_EMIT cancelled();
      else
        Q_EMIT failed(path, reason);
    });
  }
  post([this] { start_next(); });
}

void LoadJob::deliver(const Loaded& loaded) {
  if (loaded.run) Q_EMIT run_loaded(loaded.run);
  for (const MeasurementPointer& m : loaded.measurements) Q_EMIT measurement_loaded(m);
}

}  // namespace warpglass::gui
