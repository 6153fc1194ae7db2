// The pending events in the order in which they are due.
//
// A radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, Journal of the ACM 37(2), 1990), the shape of a
// hierarchical timing wheel (Varghese and Lauck, SOSP 1987). It uses that nothing is ever scheduled
// before the event that was taken last: times are compared with that one's digit by digit, and an
// event lies at the level of the highest digit that differs, in the bucket of its own digit there.
// So the earliest lies in the first bucket of the lowest level in use, and a bucket is opened, its
// events spread over the levels below, only when its turn has come. Adding and removing take a
// fixed number of steps however many events wait.
//
// A bucket of the lowest level is 16 microseconds wide and kept in order. Few events fall into
// one, even with thousands of flows at a gigabit per second, and to spread them further would
// take longer than to look for their places. That level has 4,096 buckets, 67 milliseconds: what
// pacers and pipes schedule mostly goes there at once and is moved no more. The levels above have
// 64 each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "ccsim/units.h"
#include "engine/assert.h"

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
    const std::uint64_t difference = difference_of(event.time_ns);
    if (difference >= kNearBuckets) {
      add_far(event, difference);
      return;
    }
    const std::uint32_t place = near_place_of(event.time_ns);
    PendingEvent*& last = near_[place];
    if (last != nullptr) {
      // In order: nearly always this is its end.
      if (PendingEvent::comes_before(event, *last)) {
        add_before_last(event, last);
      } else {
        insert_behind(event, *last);
        last = &event;
      }
      return;
    }
    event.next = event.previous = last = &event;
    near_digits_[place / kDigits] |= bit_of(place);
    near_words_ |= bit_of(place / kDigits);
  }

  // Not in line: seldom is an event that is set pending already.
  [[gnu::noinline]] void remove(PendingEvent& event);

  // Whether an event at the time of the one that was taken last would be the next.
  [[nodiscard]] bool is_first_of_now(const PendingEvent& event) const {
    const PendingEvent* const last = near_[near_place_of(base_ns_)];
    return last == nullptr || PendingEvent::comes_before(event, *last->next);
  }

  // Nothing is pending any more.
  void clear();

  // The time of the event that was taken last; 0: none was.
  [[nodiscard]] SimTime last_taken_ns() const { return base_ns_; }

  // The earliest event, taken out; nullptr if none is due at or before `end_ns`.
  PendingEvent* take(SimTime end_ns) {
    if (near_words_ == 0) return take_far(end_ns);
    const std::uint32_t word = lowest_of(near_words_);
    std::uint64_t& digits = near_digits_[word];
    PendingEvent*& last = near_[word * kDigits + lowest_of(digits)];
    PendingEvent* const event = last->next;
    if (event->time_ns > end_ns) return nullptr;
    if (event != last) {
      last->next = event->next;
      event->next->previous = last;
    } else {
      last = nullptr;
      // Of both it is the lowest bit.
      digits &= digits - 1;
      if (digits == 0) near_words_ &= near_words_ - 1;
    }
    CCSIM_ASSERT(event->time_ns >= base_ns_);
    event->order = PendingEvent::kNotPending;
    base_ns_ = event->time_ns;
    return event;
  }

 private:
  static constexpr std::uint32_t kDigitBits = 6;
  static constexpr std::uint32_t kDigits = 1U << kDigitBits;
  static constexpr std::uint32_t kWidthBits = 14;  // of a near bucket, in nanoseconds
  static constexpr std::uint32_t kNearBits = 2 * kDigitBits;
  static constexpr std::uint32_t kNearBuckets = 1U << kNearBits;
  static constexpr std::uint32_t kFarLevels = 7;  // with the others 68 bits

  struct Bucket {
    PendingEvent* first = nullptr;
    PendingEvent* last = nullptr;
  };

  [[nodiscard]] static std::uint64_t bit_of(std::uint32_t place) {
    return std::uint64_t{1} << (place % kDigits);
  }
  // The place of the lowest bit; there is one.
  [[nodiscard]] static std::uint32_t lowest_of(std::uint64_t bits) {
    if (bits == 0) __builtin_unreachable();  // else this would be looked at
    return static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  // What distinguishes the bucket of this time from that of the event taken last.
  [[nodiscard]] std::uint64_t difference_of(SimTime time_ns) const {
    return static_cast<std::uint64_t>(time_ns ^ base_ns_) >> kWidthBits;
  }
  [[nodiscard]] static std::uint32_t near_place_of(SimTime time_ns) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(time_ns) >> kWidthBits) %
           kNearBuckets;
  }
  [[nodiscard]] static std::uint32_t far_place_of(SimTime time_ns, std::uint64_t difference) {
    const auto highest_bit = static_cast<std::uint32_t>(std::bit_width(difference) - 1);
    const std::uint32_t level = (highest_bit - kNearBits) / kDigitBits;
    const std::uint32_t shift = kWidthBits + kNearBits + level * kDigitBits;
    const auto digit = static_cast<std::uint32_t>(static_cast<std::uint64_t>(time_ns) >> shift);
    return level * kDigits + digit % kDigits;
  }

  // Of a near bucket, whose last event is followed by the first.
  static void insert_behind(PendingEvent& event, PendingEvent& before) {
    event.previous = &before;
    event.next = before.next;
    before.next->previous = &event;
    before.next = &event;
  }
  void mark_near_empty(std::uint32_t place) {
    std::uint64_t& digits = near_digits_[place / kDigits];
    digits &= ~bit_of(place);
    if (digits == 0) near_words_ &= ~bit_of(place / kDigits);
  }
  void mark_far_empty(std::uint32_t place) {
    std::uint64_t& digits = far_digits_[place / kDigits];
    digits &= ~bit_of(place);
    if (digits == 0) far_levels_ &= ~(1U << (place / kDigits));
  }

  static void add_before_last(PendingEvent& event, PendingEvent* last);
  void remove_near(PendingEvent& event);
  void remove_far(PendingEvent& event, std::uint64_t difference);
  [[gnu::noinline]] void add_far(PendingEvent& event, std::uint64_t difference);
  [[gnu::noinline]] PendingEvent* take_far(SimTime end_ns);

  SimTime base_ns_ = 0;           // time of the event that was taken last
  std::uint64_t near_words_ = 0;  // bit: word of the next
  std::array<std::uint64_t, kNearBuckets / kDigits> near_digits_{};  // bit: bucket
  std::uint32_t far_levels_ = 0;                                     // bit: level
  std::array<std::uint64_t, kFarLevels> far_digits_{};               // bit: digit
  std::array<Bucket, kFarLevels * kDigits> far_{};
  std::array<PendingEvent*, kNearBuckets> near_{};  // the last of each, which leads to the first
};

}  // namespace ccsim
