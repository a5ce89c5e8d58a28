// Loads files one after the other in the background.
#pragma once

#include <QObject>
#include <QStringList>
#include <atomic>
#include <deque>
#include <functional>
#include <thread>

#include "gui/core/load.h"
#include "gui/core/queued_calls.h"

namespace warpglass::gui {

class LoadJob : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  ~LoadJob() override;

  void open(const QString& path, const LoadOptions& options);
  /// Adds the addresses of a capsule to a run that was loaded without.
  void attach(const RunPointer& run, const QString& capsule);
  /// Simulates a run's launch again to record the warps of other SMs.
  void record(const RunPointer& run, const sim::Detail& detail, const LoadOptions& options);
  bool busy() const { return running_; }
  /// Gives up the file that is being loaded and forgets those that wait.
  void cancel();

 Q_SIGNALS:
  void progress(double done, const QString& what);
  void run_loaded(const RunPointer& run);
  void measurement_loaded(const MeasurementPointer& measurement);
  /// A sentence for the user.
  void failed(const QString& path, const QString& reason);
  void cancelled();
  /// Nothing is left to do.
  void finished();

 private:
  struct Task {
    QString path;  ///< of what is worked on, for messages
    std::function<Loaded(const LoadProgress&)> load;
  };
  void add(Task task);
  void start_next();
  void run(const Task& task);
  void deliver(const Loaded& loaded);

  QueuedCalls calls_{this};
  std::deque<Task> waiting_;
  std::thread thread_;
  std::atomic<bool> cancel_{false};
  bool running_ = false;
};

}  // namespace warpglass::gui
