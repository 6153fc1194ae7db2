// What can happen to a flow at one moment, and what each kind is called in the data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ccsim {

enum class EventKind : std::uint8_t {
  kStart,          // the connection stands
  kStop,           // the flow sends nothing new from now on
  kRto,            // a retransmission timeout; value: the timeout that expired, in seconds
  kRecoveryStart,  // fast recovery begins; value: packets marked lost so far
  kRecoveryEnd,
  kTailLossProbe,
  kUndo,              // the last episode was spurious and is taken back
  kEcnReduction,      // a mark reduces the window; value: packets reported as marked so far
  kWindowProbe,       // the receiver's window is closed and nothing is under way: the sender asks
  kHandshakeTimeout,  // a packet of the handshake is sent again; value: the timeout, in seconds
};

// By the order of the enumeration.
inline constexpr std::array<std::string_view, 10> kEventNames = {
    "start",           "stop", "rto",           "recovery_start", "recovery_end",
    "tail_loss_probe", "undo", "ecn_reduction", "window_probe",   "handshake_timeout"};

[[nodiscard]] constexpr std::string_view name_of(EventKind kind) {
  return kEventNames[static_cast<std::size_t>(kind)];
}

}  // namespace ccsim
