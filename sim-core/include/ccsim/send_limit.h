// What keeps a sender from sending more: one answer at every moment, defined in docs/model.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ccsim/units.h"

namespace ccsim {

enum class SendLimit : std::uint8_t {
  kCwnd,            // the congestion window is full
  kPacing,          // the window has room, the pacer waits for its next departure
  kRecovery,        // the window is full and loss recovery rules it; or a timer's repair is awaited
  kReceiveWindow,   // the receiver takes no more
  kApplication,     // there is nothing to send
  kNotEstablished,  // no connection yet: no limit, and not part of any share
};

inline constexpr std::size_t kSendLimitCount = 5;  // without kNotEstablished

// By limit, in the order of the enumeration: how long each has held, or its share of a time.
using LimitTimes = std::array<Duration, kSendLimitCount>;
using LimitRatios = std::array<double, kSendLimitCount>;

}  // namespace ccsim
