// Random numbers that belong to a purpose, not to a moment.
//
// A stream is keyed by (seed, flow, purpose, link). Draw number n of a stream depends on the key
// and n only, never on what other streams did. So two algorithms that run with one seed meet the
// same luck (common random numbers), and switching a feature off leaves every other draw as it was.
// The function and the purpose numbers below are frozen: changing either changes every result.
#pragma once

#include <cstdint>

namespace ccsim {

// Append only; a number is never given to another purpose.
enum class RandomPurpose : std::uint32_t {
  kStartJitter = 1,
  kLoss = 2,               // indexed by the flow's n-th transmission
  kCongestionControl = 3,  // drawn in order by the flow's algorithm
  kQueue = 4,              // active queue management (flow = kNoFlow)
  kTraffic = 5,
  kLossState = 6,     // Gilbert-Elliott state, indexed by the flow's n-th transmission
  kAckLoss = 7,       // indexed by the flow's n-th ACK
  kAckLossState = 8,  // Gilbert-Elliott state of the ACK path, indexed by the n-th ACK
  kHostJitter = 9,    // drawn in order by the flow's ACKs
  kPathJitter = 10,   // indexed by the flow's n-th packet that leaves the link
  kLossStep = 11,     // drawn in order by the flow's packets while a step of loss holds
  kAckLossStep = 12,  // ... and by its ACKs
};

inline constexpr std::uint32_t kNoFlow = 0xFFFFFFFFU;

class RandomStream {
 public:
  // `link_index` separates the draws of one flow at several links; below 2^16.
  RandomStream(std::uint64_t seed, std::uint32_t flow_index, RandomPurpose purpose,
               std::uint32_t link_index = 0);

  // Draw number `index`, whatever has been drawn before. Uniform over all 64-bit values.
  [[nodiscard]] std::uint64_t bits_at(std::uint64_t index) const;
  // Uniform in [0, 1), a multiple of 2^-53.
  [[nodiscard]] double uniform_at(std::uint64_t index) const;

  // The next draw in order.
  std::uint64_t next_bits() { return bits_at(next_index_++); }
  double next_uniform() { return uniform_at(next_index_++); }
  // Uniform in [0, bound); bound > 0. The bias is below bound / 2^64.
  std::int64_t next_below(std::int64_t bound);

 private:
  std::uint64_t key_a_;
  std::uint64_t key_b_;
  std::uint64_t next_index_ = 0;
};

}  // namespace ccsim
