#include "engine/event_queue.h"

namespace ccsim {

// Into a bucket in order whose last event comes later than this one.
void EventQueue::add_before_last(PendingEvent& event, PendingEvent* last) {
  PendingEvent* before = last->previous;
  while (before != last && PendingEvent::comes_before(event, *before)) before = before->previous;
  insert_behind(event, *before);
}

void EventQueue::remove(PendingEvent& event) {
  const std::uint64_t difference = difference_of(event.time_ns);
  if (difference < kNearBuckets) {
    remove_near(event);
  } else {
    remove_far(event, difference);
  }
  event.order = PendingEvent::kNotPending;
}

void EventQueue::remove_near(PendingEvent& event) {
  const std::uint32_t place = near_place_of(event.time_ns);
  PendingEvent*& last = near_[place];
  if (event.next == &event) {
    last = nullptr;
    mark_near_empty(place);
    return;
  }
  event.previous->next = event.next;
  event.next->previous = event.previous;
  if (last == &event) last = event.previous;
}

void EventQueue::remove_far(PendingEvent& event, std::uint64_t difference) {
  const std::uint32_t place = far_place_of(event.time_ns, difference);
  Bucket& list = far_[place];
  (event.previous == nullptr ? list.first : event.previous->next) = event.next;
  (event.next == nullptr ? list.last : event.next->previous) = event.previous;
  if (list.first == nullptr) mark_far_empty(place);
}

void EventQueue::add_far(PendingEvent& event, std::uint64_t difference) {
  const std::uint32_t place = far_place_of(event.time_ns, difference);
  Bucket& list = far_[place];
  event.next = nullptr;
  event.previous = list.last;
  (list.last == nullptr ? list.first : list.last->next) = &event;
  list.last = &event;
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
  for (PendingEvent*& last : near_) {
    if (last == nullptr) continue;
    for (PendingEvent* event = last->next; event != last; event = event->next) {
      event->order = PendingEvent::kNotPending;
    }
    last->order = PendingEvent::kNotPending;
    last = nullptr;
  }
  for (Bucket& list : far_) {
    for (PendingEvent* event = list.first; event != nullptr; event = event->next) {
      event->order = PendingEvent::kNotPending;
    }
    list = {};
  }
  near_words_ = 0;
  near_digits_ = {};
  far_levels_ = 0;
  far_digits_ = {};
}

}  // namespace ccsim
