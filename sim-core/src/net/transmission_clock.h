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

  // From `now_ns` on the rate is another one; 0: nothing is sent until it changes again. Returns
  // the new end of the packet in service, if there is one: its remaining bits take the new rate.
  SimTime change_rate(SimTime now_ns, BitRate rate_bps, bool is_in_service) {
    CCSIM_ASSERT(rate_bps >= 0);
    if (is_in_service && rate_bps_ > 0) owed_ = (end_ns_ - now_ns) * rate_bps_ + carried_;
    rate_bps_ = rate_bps;
    last_bytes_ = 0;
    if (!is_in_service) {
      carried_ = 0;
      return end_ns_;
    }
    end_ns_ = rate_bps == 0 ? now_ns + kStalledNs : now_ns + owed_ / rate_bps;
    carried_ = rate_bps == 0 ? 0 : owed_ % rate_bps;
    return end_ns_;
  }

 private:
  static constexpr Duration kStalledNs = INT64_MAX / 4;  // later than any run ends

  void divide(Bytes packet_bytes) {
    last_bytes_ = packet_bytes;
    const std::int64_t scaled = packet_bytes * kBitsPerByte * kNanosecondsPerSecond;
    if (rate_bps_ == 0) {
      owed_ = scaled + carried_;
      quotient_ns_ = kStalledNs;
      remainder_ = 0;
      return;
    }
    quotient_ns_ = scaled / rate_bps_;
    remainder_ = scaled % rate_bps_;
  }

  BitRate rate_bps_;
  SimTime end_ns_ = -1;
  std::int64_t carried_ = 0;  // fraction of a nanosecond, in units of 1 / rate: 1e-9 bits
  Bytes last_bytes_ = 0;      // the division is kept: nearly all packets have one size
  Duration quotient_ns_ = 0;
  std::int64_t remainder_ = 0;
  std::int64_t owed_ = 0;  // of the packet in service when the rate changed, in 1e-9 bits
};

}  // namespace ccsim
