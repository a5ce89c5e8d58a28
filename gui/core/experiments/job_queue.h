// Long work in the background, one job after the other, with progress and cancel.
#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <deque>
#include <functional>
#include <thread>

#include "gui/core/queued_calls.h"

namespace warpglass::gui {

/// Called by a job with 0 to 1, from any of its threads; false: give up, by any exception.
using JobProgress = std::function<bool(double done)>;

class JobQueue : public QObject {
  Q_OBJECT

 public:
  /// What the queue's own thread does when the work is done: stores the result.
  using Finish = std::function<void()>;
  /// Runs on a background thread. May throw; Error's sentence reaches `failed`.
  using Work = std::function<Finish(const JobProgress&)>;

  using QObject::QObject;
  /// Cancels and waits for what is running.
  ~JobQueue() override;

  /// `name` says what is being done: "simulating without each obstacle".
  void add(const QString& name, Work work);
  bool busy() const { return running_; }
  /// Of the job that is running; "" if none is.
  QString name() const { return name_; }
  double done() const { return done_; }
  /// Gives up what is running and forgets what waits.
  void cancel();

 Q_SIGNALS:
  /// Started, went on or ended.
  void changed();
  /// A sentence for the user; not for jobs that were cancelled.
  void failed(const QString& name, const QString& reason);

 private:
  struct Job {
    QString name;
    Work work;
  };
  void start_next();
  void run(const Job& job);

  QueuedCalls calls_{this};
  std::deque<Job> waiting_;
  std::thread thread_;
  std::atomic<bool> cancel_{false};
  std::atomic<int> thousandths_{0};
  bool running_ = false;
  double done_ = 0;
  QString name_;
};

}  // namespace warpglass::gui
