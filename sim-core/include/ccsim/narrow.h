// Sequences and counts of packets in half of their room: a scenario is refused above 2,000,000,000
// packets (max_batch_packet_count in lab_model), and 31 bits hold more.
#pragma once

#include <cstdint>

namespace ccsim {

inline constexpr std::int64_t kNoSequence = -1;

// A sequence that there may be none of, or a count that may be negative.
class Narrow {
 public:
  Narrow(std::int64_t value) : value_(static_cast<std::int32_t>(value)) {}
  operator std::int64_t() const { return value_; }

 private:
  std::int32_t value_;
};

// What is never negative: that is read without extending a sign.
class Count {
 public:
  Count(std::int64_t value) : value_(static_cast<std::uint32_t>(value)) {}
  operator std::int64_t() const { return value_; }
  Count& operator+=(std::int64_t change) {
    value_ += static_cast<std::uint32_t>(change);
    return *this;
  }
  Count& operator++() {
    ++value_;
    return *this;
  }
  // How much more it is than the other one.
  [[nodiscard]] std::int64_t above(Count other) const { return value_ - other.value_; }

 private:
  std::uint32_t value_;
};

}  // namespace ccsim
