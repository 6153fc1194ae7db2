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

void EventQueue::remove(PendingEvent& event) {
  const std::uint64_t difference = difference_of(event.time_ns);
  const bool is_near = difference < kNearBuckets;
  const std::uint32_t place =
      is_near ? near_place_of(event.time_ns) : far_place_of(event.time_ns, difference);
  Bucket& list = is_near ? near_[place] : far_[place];
  (event.previous == nullptr ? list.first : event.previous->next) = event.next;
  (event.next == nullptr ? list.last : event.next->previous) = event.previous;
  if (list.first == nullptr) is_near ? mark_near_empty(place) : mark_far_empty(place);
  event.order = PendingEvent::kNotPending;
}

void EventQueue::add_far(PendingEvent& event, std::uint64_t difference) {
  const std::uint32_t place = far_place_of(event.time_ns, difference);
  append(event, far_[place]);
  far_digits_[place / kDigits] |= bit_of(place);
  far_levels_ |= 1U << (place / kDigits);
}

// Opens the first bucket: takes its earliest event, and spreads the others over the levels below,
// which are empty, by what they differ from it.
PendingEvent* EventQueue::take_far(SimTime end_ns) {
  if (far_levels_ == 0) return nullptr;
  const std::uint32_t level = lowest_of(far_levels_);
  const std::uint32_t place = level * kDigits + lowest_of(far_digits_[level]);
  PendingEvent* const first = far_[place].first;
  PendingEvent* earliest = first;
  for (PendingEvent* event = first->next; event != nullptr; event = event->next) {
    if (PendingEvent::comes_before(*event, *earliest)) earliest = event;
  }
  if (earliest->time_ns > end_ns) return nullptr;
  far_[place] = {};
  mark_far_empty(place);
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
  const auto drop = [](Bucket& list) {
    for (PendingEvent* event = list.first; event != nullptr; event = event->next) {
      event->order = PendingEvent::kNotPending;
    }
    list = {};
  };
  for (Bucket& list : near_) drop(list);
  for (Bucket& list : far_) drop(list);
  near_words_ = 0;
  near_digits_ = {};
  far_levels_ = 0;
  far_digits_ = {};
}

}  // namespace ccsim
