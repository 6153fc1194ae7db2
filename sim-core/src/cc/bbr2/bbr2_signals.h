// What one round and one probing cycle of BBRv2 have seen: losses, marks, the best delivery.
#pragma once

#include <algorithm>

#include "ccsim/congestion_control.h"
#include "ccsim/packed_int.h"
#include "ccsim/units.h"

namespace ccsim {

class Bbr2Signals {
 public:
  // Linux v2alpha bbr2_reset_congestion_signals(): after a probe, what follows counts afresh.
  void reset() {
    loss_in_round = ecn_in_round = loss_in_cycle = ecn_in_cycle = false;
    bandwidth_latest_bps = 0;
    inflight_latest_packets = 0;
  }

  // Linux bbr_update_congestion_signals(): what an ACK shows to be lost counts once more here. It
  // matters if the signals were reset in between, by the end of a probe.
  void take_losses(const RateSample& sample) {
    if (sample.newly_lost_packets > 0) loss_in_round = true;
  }
  void take(const RateSample& sample, BitRate sample_bps) {
    bandwidth_latest_bps = std::max(bandwidth_latest_bps, sample_bps);
    inflight_latest_packets = std::max<Packets>(inflight_latest_packets, sample.delivered_packets);
  }

  // True if the ACK ends the loss round; the next one begins. Delivered counts from 1 at the
  // start, so that the first full flight makes up the first round.
  [[nodiscard]] bool ends_round(const AckEvent& ack) {
    if (ack.sample.prior_delivered_packets < loss_round_end_packets_) return false;
    loss_round_end_packets_ = ack.delivered_packets;
    return true;
  }

  // The maxima of the new round begin with the sample that ended the old one.
  void begin_round(const RateSample& sample, BitRate sample_bps) {
    loss_in_round = ecn_in_round = false;
    restart_latest(sample, sample_bps);
  }
  void restart_latest(const RateSample& sample, BitRate sample_bps) {
    bandwidth_latest_bps = sample_bps;
    inflight_latest_packets = sample.delivered_packets;
  }

  // The first loss of a round starts a full round trip, to see the whole capacity in it.
  void note_loss(Packets delivered_packets) {
    if (!loss_in_round) loss_round_end_packets_ = delivered_packets;
    loss_in_round = loss_in_cycle = true;
  }

  BitRate bandwidth_latest_bps = 0;
  bool loss_in_round = false;
  bool ecn_in_round = false;
  bool loss_in_cycle = false;
  bool ecn_in_cycle = false;
  PackedUint32 inflight_latest_packets{0};

 private:
  PackedUint32 loss_round_end_packets_{1};
};

}  // namespace ccsim
