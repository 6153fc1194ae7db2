#include "engine/event_queue.h"

namespace ccsim {

// Into a bucket in order whose last event comes later than this one.
void EventQueue::add_before_last(PendingEvent& event, Bucket& list) {
  PendingEvent* after = list.last;
  while (after->previous != nullptr && PendingEvent::comes_before(event, *after->previous)) {
    after = after->previous;
  }
  event.next = after;
  event.previous = after->previous;
  (event.previous == nullptr ? list.first : event.previous->next) = &event;
  after->previous = &event;
}

// Opens the bucket: takes its earliest event, and spreads the others over the levels below, which
// are empty, by what they differ from it.
PendingEvent* EventQueue::take_from_many(std::uint32_t bucket, SimTime end_ns) {
  PendingEvent* const first = buckets_[bucket].first;
  PendingEvent* earliest = first;
  for (PendingEvent* event = first->next; event != nullptr; event = event->next) {
    if (PendingEvent::comes_before(*event, *earliest)) earliest = event;
  }
  if (earliest->time_ns > end_ns) return nullptr;
  buckets_[bucket] = {};
  mark_empty(bucket);
  base_ns_ = earliest->time_ns;
  earliest->order = PendingEvent::kNotPending;
  for (PendingEvent* event = first; event != nullptr;) {
    PendingEvent* const next = event->next;
    if (event != earliest) add(*event);
    event = next;
  }
  return earliest;
}

void EventQueue::clear() {
  for (Bucket& list : buckets_) {
    for (PendingEvent* event = list.first; event != nullptr; event = event->next) {
      event->order = PendingEvent::kNotPending;
    }
    list = {};
  }
  used_digits_ = {};
  used_levels_ = 0;
}

}  // namespace ccsim
