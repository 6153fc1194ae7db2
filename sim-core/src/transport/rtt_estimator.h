// Smoothed RTT, its variation and the retransmission timeout, as Linux computes them
// (net/ipv4/tcp_input.c: tcp_rtt_estimator(), tcp_set_rto()), which departs from RFC 6298: the
// variation never goes below the minimum RTO, follows increases at once and decays once per round
// trip, and a falling RTT raises it eight times more slowly.
#pragma once

#include <cstdint>

#include "ccsim/congestion_control.h"
#include "ccsim/packed_int.h"
#include "ccsim/units.h"

namespace ccsim {

class RttEstimator {
 public:
  explicit RttEstimator(Duration min_rto_ns) : min_rto_ns_(min_rto_ns) {}

  // A sample; `una` and `next` are the sequences that delimit the rounds of the variation.
  void add(Duration rtt_ns, std::int64_t una_sequence, std::int64_t next_sequence);
  // The lowest sample seen; kept apart, as Linux feeds it with another sample of the same ACK.
  void add_to_minimum(Duration rtt_ns);

  // kNoDuration before the first sample.
  [[nodiscard]] Duration srtt_ns() const { return srtt_x8_ns_ >> 3; }
  [[nodiscard]] Duration rttvar_ns() const { return rttvar_ns_; }
  [[nodiscard]] Duration min_rtt_ns() const { return min_rtt_ns_; }
  [[nodiscard]] Duration min_rto_ns() const { return min_rto_ns_; }
  [[nodiscard]] Duration rto_ns() const { return rto_ns_; }

  // The timer expired: double the timeout (RFC 6298 5.5). The next sample takes it back.
  void back_off();

 private:
  void first_sample(Duration rtt_ns, std::int64_t next_sequence);
  void next_sample(Duration rtt_ns, std::int64_t una_sequence, std::int64_t next_sequence);

  Duration min_rto_ns_;
  Duration srtt_x8_ns_ = kNoDuration * 8;
  Duration mdev_ns_ = 0;      // four times the mean deviation
  Duration mdev_max_ns_ = 0;  // its maximum in the running round
  Duration rttvar_ns_ = 0;    // what the timeout adds to the smoothed RTT
  Duration min_rtt_ns_ = kNoDuration;
  Duration rto_ns_ = kSecond;  // RFC 6298 2.1
  PackedUint32 round_end_sequence_{0};
};

}  // namespace ccsim
