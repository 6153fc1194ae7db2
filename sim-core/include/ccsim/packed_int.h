// Sequences and counts of packets in half of their room: a scenario is refused above 2,000,000,000
// packets (max_batch_packet_count in lab_model), and 31 bits hold more. They are read as
// std::int64_t; only a constructor or an assignment narrows.
#pragma once

#include <cstdint>

namespace ccsim {

inline constexpr std::int64_t kNoSequence = -1;

// A sequence that may be kNoSequence, or a count that may be negative.
class PackedInt32 {
 public:
  explicit PackedInt32(std::int64_t value) : value_(static_cast<std::int32_t>(value)) {}
  PackedInt32& operator=(std::int64_t value) {
    value_ = static_cast<std::int32_t>(value);
    return *this;
  }
  operator std::int64_t() const { return value_; }

 private:
  std::int32_t value_;
};

// Never negative: it is read without extending a sign.
class PackedUint32 {
 public:
  PackedUint32() = default;  // 0
  explicit PackedUint32(std::int64_t value) : value_(static_cast<std::uint32_t>(value)) {}
  PackedUint32& operator=(std::int64_t value) {
    value_ = static_cast<std::uint32_t>(value);
    return *this;
  }
  operator std::int64_t() const { return value_; }
  PackedUint32& operator+=(std::int64_t change) {
    value_ += static_cast<std::uint32_t>(change);
    return *this;
  }
  PackedUint32& operator++() {
    ++value_;
    return *this;
  }
  // How much more it is than the other one.
  [[nodiscard]] std::int64_t above(PackedUint32 other) const { return value_ - other.value_; }

 private:
  std::uint32_t value_ = 0;
};

}  // namespace ccsim
