// When a transmitter of a given rate has sent the last bit of a packet, in whole nanoseconds, with
// the fraction carried over: 40 bytes at 100 Gbit/s take 3.2 ns, five of them exactly 16.
#pragma once

#include "ccsim/units.h"
#include "engine/assert.h"

namespace ccsim {

class TransmissionClock {
 public:
  explicit TransmissionClock(BitRate rate_bps) : rate_bps_(rate_bps) { CCSIM_ASSERT(rate_bps > 0); }

  // Starts a packet at `start_ns`, no earlier than the end of the one before; returns its end. The
  // fraction counts only if the packet follows without a gap.
  [[nodiscard]] SimTime finish(SimTime start_ns, Bytes packet_bytes) {
    CCSIM_ASSERT(start_ns >= end_ns_);
    if (start_ns != end_ns_) carried_ = 0;
    if (packet_bytes != last_bytes_) divide(packet_bytes);
    end_ns_ = start_ns + quotient_ns_;
    carried_ += remainder_;
    if (carried_ >= rate_bps_) {
      carried_ -= rate_bps_;
      ++end_ns_;
    }
    return end_ns_;
  }

 private:
  void divide(Bytes packet_bytes) {
    last_bytes_ = packet_bytes;
    const std::int64_t scaled = packet_bytes * kBitsPerByte * kNanosecondsPerSecond;
    quotient_ns_ = scaled / rate_bps_;
    remainder_ = scaled % rate_bps_;
  }

  BitRate rate_bps_;
  SimTime end_ns_ = -1;
  std::int64_t carried_ = 0;  // fraction of a nanosecond, in units of 1 / rate
  Bytes last_bytes_ = 0;      // the division is kept: nearly all packets have one size
  Duration quotient_ns_ = 0;
  std::int64_t remainder_ = 0;
};

}  // namespace ccsim
