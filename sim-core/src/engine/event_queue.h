// The pending events in the order in which they are due.
//
// A radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, Journal of the ACM 37(2), 1990) with 64 buckets
// per level, the shape of a hierarchical timing wheel (Varghese and Lauck, SOSP 1987). It uses that
// nothing is ever scheduled before the event that was taken last: times are compared with that
// one's in base 64, and an event lies at the level of the highest digit that differs, in the bucket
// of its own digit there. So the earliest lies in the first bucket of the lowest level in use, and
// a bucket is opened, its events spread over the levels below, only when its turn has come. Adding
// and removing take a fixed number of steps however many events wait.
//
// A bucket of the lowest level is 16 microseconds wide and kept in order. Few events fall into
// one, even with thousands of flows at a gigabit per second, and to spread them further would
// take longer than to look for their places.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "ccsim/units.h"

namespace ccsim {

// The list's own data of one event, part of the object that the event concerns: no allocation.
struct PendingEvent {
  static constexpr std::uint64_t kNotPending = UINT64_MAX;

  [[nodiscard]] bool is_pending() const { return order != kNotPending; }

  // Which of two events comes first: by time, then by rank, then by when they were scheduled, then
  // by the lower sequence.
  [[nodiscard]] static bool comes_before(const PendingEvent& a, const PendingEvent& b) {
    if (a.time_ns != b.time_ns) return a.time_ns < b.time_ns;
    const bool is_of_one_rank = (a.order ^ b.order) >> kRankShift == 0;
    if (is_of_one_rank && a.scheduled_ns != b.scheduled_ns) return a.scheduled_ns < b.scheduled_ns;
    return a.order < b.order;
  }

  static constexpr int kRankShift = 56;

  SimTime time_ns = 0;
  std::uint64_t order = kNotPending;  // rank in the upper 8 bits, sequence below
  SimTime scheduled_ns = 0;
  PendingEvent* next = nullptr;  // in the same bucket
  PendingEvent* previous = nullptr;
};

class EventQueue {
 public:
  // `event` is not pending, its time is not before that of the event taken last, and the caller
  // has set its time and order.
  void add(PendingEvent& event) {
    const std::uint32_t bucket = bucket_of(event.time_ns);
    Bucket& list = buckets_[bucket];
    PendingEvent* const last = list.last;
    // A bucket of level 0 is kept in order: nearly always this is its end.
    if (bucket < kDigits && last != nullptr && PendingEvent::comes_before(event, *last)) {
      add_before_last(event, list);
      return;
    }
    event.next = nullptr;
    event.previous = last;
    list.last = &event;
    if (last != nullptr) {
      last->next = &event;
      return;
    }
    list.first = &event;
    used_digits_[bucket / kDigits] |= std::uint64_t{1} << (bucket % kDigits);
    used_levels_ |= 1U << (bucket / kDigits);
  }

  // In line also with more than one caller: each packet passes here.
  [[gnu::always_inline]] void remove(PendingEvent& event) {
    const std::uint32_t bucket = bucket_of(event.time_ns);
    Bucket& list = buckets_[bucket];
    (event.previous == nullptr ? list.first : event.previous->next) = event.next;
    (event.next == nullptr ? list.last : event.next->previous) = event.previous;
    if (list.first == nullptr) mark_empty(bucket);
    event.order = PendingEvent::kNotPending;
  }

  // Whether an event at the time of the one that was taken last would be the next.
  [[nodiscard]] bool is_first_of_now(const PendingEvent& event) const {
    const PendingEvent* const first = buckets_[bucket_of(base_ns_)].first;
    return first == nullptr || PendingEvent::comes_before(event, *first);
  }

  // Nothing is pending any more.
  void clear();

  // The earliest event, taken out; nullptr if none is due at or before `end_ns`.
  PendingEvent* take(SimTime end_ns) {
    if (used_levels_ == 0) return nullptr;
    const auto level = static_cast<std::uint32_t>(std::countr_zero(used_levels_));
    const auto digit = static_cast<std::uint32_t>(std::countr_zero(used_digits_[level]));
    const std::uint32_t bucket = level * kDigits + digit;
    Bucket& list = buckets_[bucket];
    PendingEvent* const event = list.first;
    const bool is_alone = event == list.last;
    if (!is_alone && level != 0) return take_from_many(bucket, end_ns);
    if (event->time_ns > end_ns) return nullptr;
    if (is_alone) {
      list = {};
      // Of both it is the lowest bit.
      used_digits_[level] &= used_digits_[level] - 1;
      if (used_digits_[level] == 0) used_levels_ &= used_levels_ - 1;
    } else {
      list.first = event->next;
      list.first->previous = nullptr;
    }
    event->order = PendingEvent::kNotPending;
    base_ns_ = event->time_ns;
    return event;
  }

 private:
  static constexpr std::uint32_t kDigitBits = 6;
  static constexpr std::uint32_t kDigits = 1U << kDigitBits;
  static constexpr std::uint32_t kWidthBits = 14;  // of a bucket of level 0, in nanoseconds
  static constexpr std::uint32_t kLevels = 9;      // with them 66 bits

  struct Bucket {
    PendingEvent* first = nullptr;
    PendingEvent* last = nullptr;
  };

  [[nodiscard]] std::uint32_t bucket_of(SimTime time_ns) const {
    const auto time = static_cast<std::uint64_t>(time_ns);
    const std::uint64_t difference = (time ^ static_cast<std::uint64_t>(base_ns_)) >> kWidthBits;
    const auto highest_bit = static_cast<std::uint32_t>(std::bit_width(difference | 1) - 1);
    const std::uint32_t level = highest_bit / kDigitBits;
    const auto digit =
        static_cast<std::uint32_t>(time >> (level * kDigitBits + kWidthBits)) % kDigits;
    return level * kDigits + digit;
  }

  void mark_empty(std::uint32_t bucket) {
    const std::uint32_t level = bucket / kDigits;
    used_digits_[level] &= ~(std::uint64_t{1} << (bucket % kDigits));
    if (used_digits_[level] == 0) used_levels_ &= ~(1U << level);
  }

  static void add_before_last(PendingEvent& event, Bucket& list);
  PendingEvent* take_from_many(std::uint32_t bucket, SimTime end_ns);

  SimTime base_ns_ = 0;                               // time of the event that was taken last
  std::uint32_t used_levels_ = 0;                     // bit: level
  std::array<std::uint64_t, kLevels> used_digits_{};  // bit: digit
  std::array<Bucket, kLevels * kDigits> buckets_{};
};

}  // namespace ccsim
