// Why a packet is lost or marked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ccsim {

// Of a queue: who decided it. A queue marks a packet by the reason for which it would have dropped
// it, or because of a step.
enum class LossReason : std::uint8_t {
  kNone,          // it is neither lost nor marked
  kBufferFull,    // the packet finds no room, or the oldest gives it its own
  kEarly,         // a probability that a queue or its delay sets: RED, PIE, DualPI2
  kDelay,         // CoDel: waits were above the target for an interval
  kStep,          // a mark: more waits, or for longer, than a threshold permits
  kFlowOverflow,  // the buffer is full and the longest of its queues gives way
  kBlue,          // COBALT's BLUE: the queue overflowed earlier
  kPolicer,       // the packet finds no tokens
  kRandom,        // a loss model that decides on each packet alone
  kBurst,         // a loss model with states
  kOutage,        // the path lets nothing pass for a time
  kAckFilter,     // of an ACK: a newer one has taken its place in the queue
};

// By the order of the enumeration.
inline constexpr std::array<std::string_view, 12> kLossReasonNames = {
    "none", "buffer_full", "early",  "delay", "step",   "flow_overflow",
    "blue", "policer",     "random", "burst", "outage", "ack_filter"};
inline constexpr std::size_t kLossReasonCount = kLossReasonNames.size();
static_assert(static_cast<std::size_t>(LossReason::kAckFilter) + 1 == kLossReasonCount);

[[nodiscard]] constexpr std::string_view name_of(LossReason reason) {
  return kLossReasonNames[static_cast<std::size_t>(reason)];
}

}  // namespace ccsim
