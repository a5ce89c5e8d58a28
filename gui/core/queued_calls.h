// What a background thread wants done on the thread of an object.
#pragma once

#include <QObject>
#include <deque>
#include <functional>
#include <mutex>

namespace warpglass::gui {

/// Belongs to the thread that makes it. Calls that were not made when it ends are forgotten.
class QueuedCalls : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  /// From any thread: `call` is made by the event loop of this object's thread, after those posted before.
  void post(std::function<void()> call);

 private:
  Q_INVOKABLE void make_next();

  // Qt's queue only wakes the other thread: what the call carries is handed over under a lock of our own,
  // which ThreadSanitizer sees (Qt's are not instrumented).
  std::mutex mutex_;
  std::deque<std::function<void()>> calls_;
};

}  // namespace warpglass::gui
