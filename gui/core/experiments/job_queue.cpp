#include "gui/core/experiments/job_queue.h"

#include <exception>

namespace warpglass::gui {

JobQueue::~JobQueue() {
  cancel_ = true;
  if (thread_.joinable()) thread_.join();
}

void JobQueue::add(const QString& name, Work work) {
  waiting_.push_back({name, std::move(work)});
  if (!running_) start_next();
}

void JobQueue::cancel() {
  waiting_.clear();
  cancel_ = true;
}

void JobQueue::start_next() {
  if (thread_.joinable()) thread_.join();
  running_ = !waiting_.empty();
  done_ = 0;
  name_.clear();
  if (running_) {
    const Job job = std::move(waiting_.front());
    waiting_.pop_front();
    cancel_ = false;
    thousandths_ = 0;
    name_ = job.name;
    thread_ = std::thread([this, job] { run(job); });
  }
  Q_EMIT changed();
}

// On the background thread: everything else travels to the object's thread as queued calls.
void JobQueue::run(const Job& job) {
  const JobProgress report = [&](double done) {
    const int now = static_cast<int>(done * 1000);
    if (thousandths_.exchange(now) != now)
      calls_.post([this, done] {
        done_ = done;
        Q_EMIT changed();
      });
    return !cancel_.load();
  };
  Finish finish;
  QString problem;
  try {
    finish = job.work(report);
  } catch (const std::exception& error) {
    problem = QString::fromUtf8(error.what());
  }
  calls_.post([this, finish, problem, name = job.name] {
    const bool cancelled = cancel_;
    start_next();
    if (cancelled) return;
    if (finish) finish();
    if (!problem.isEmpty()) Q_EMIT failed(name, problem);
  });
}

}  // namespace warpglass::gui
