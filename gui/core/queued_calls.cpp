#include "gui/core/queued_calls.h"

#include <QMetaObject>
#include <utility>

namespace warpglass::gui {

void QueuedCalls::post(std::function<void()> call) {
  {
    const std::lock_guard lock(mutex_);
    calls_.push_back(std::move(call));
  }
  QMetaObject::invokeMethod(this, "make_next", Qt::QueuedConnection);
}

void QueuedCalls::make_next() {
  std::function<void()> call;
  {
    const std::lock_guard lock(mutex_);
    call = std::move(calls_.front());
    calls_.pop_front();
  }
  call();
}

}  // namespace warpglass::gui
