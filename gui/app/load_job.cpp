#include "gui/app/load_job.h"

#include <chrono>

#include "base/error.h"

namespace warpglass::gui {
namespace {

constexpr std::chrono::milliseconds kBetweenReports{40};

}  // namespace

LoadJob::~LoadJob() {
  cancel_ = true;
  if (thread_.joinable()) thread_.join();
}

void LoadJob::open(const QString& path, const LoadOptions& options) {
  add({path, [path, options](const LoadProgress& progress) { return load_file(path.toStdString(), options, progress); }});
}

void LoadJob::attach(const RunPointer& run, const QString& capsule) {
  add({capsule, [run, capsule](const LoadProgress&) {
         Loaded loaded;
         loaded.run = with_launch(*run, load_launch_details(capsule.toStdString()));
         return loaded;
       }});
}

void LoadJob::record(const RunPointer& run, const sim::Detail& detail, const LoadOptions& options) {
  add({QString::fromStdString(run->path.string()), [run, detail, options](const LoadProgress& progress) {
         Loaded loaded;
         loaded.run = with_detail(*run, detail, options, progress);
         return loaded;
       }});
}

void LoadJob::add(Task task) {
  waiting_.push_back(std::move(task));
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
  try {
    auto reported = std::chrono::steady_clock::time_point();
    const LoadProgress report = [&](double done, const std::string& what) {
      const auto now = std::chrono::steady_clock::now();
      if (now - reported >= kBetweenReports) {  // the window is not flooded with them
        reported = now;
        calls_.post([this, done, what] { Q_EMIT progress(done, QString::fromStdString(what)); });
      }
      return !cancel_.load();
    };
    const Loaded loaded = task.load(report);
    calls_.post([this, loaded] { deliver(loaded); });
  } catch (const std::exception& error) {
    const QString reason = QString::fromUtf8(error.what());
    calls_.post([this, reason, path = task.path] {
      if (cancel_)
        Q_EMIT cancelled();
      else
        Q_EMIT failed(path, reason);
    });
  }
  calls_.post([this] { start_next(); });
}

void LoadJob::deliver(const Loaded& loaded) {
  if (loaded.run) Q_EMIT run_loaded(loaded.run);
  for (const MeasurementPointer& m : loaded.measurements) Q_EMIT measurement_loaded(m);
}

}  // namespace warpglass::gui
