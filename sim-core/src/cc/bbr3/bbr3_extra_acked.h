// ACK aggregation in BBRv3: the draft's estimate, or Linux's, which is that of BBRv2.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bbr/ack_aggregation.h"
#include "bbr/windowed_max.h"
#include "ccsim/congestion_control.h"
#include "ccsim/units.h"
#include "gain.h"
#include "wire_units.h"

namespace ccsim {

class Bbr3ExtraAcked {
 public:
  struct Settings {
    bool is_on = true;
    bool by_slots = false;            // Linux's two slots instead of the draft's window
    std::int64_t window_rounds = 10;  // one before the pipe was full
    Duration most_ns = 0;             // at most this much at bandwidth; 0: unbounded
  };

  Bbr3ExtraAcked(Settings settings, WireUnits units, SimTime now_ns)
      : parameters_(settings),
        units_(units),
        slots_({Gain{}, settings.window_rounds, settings.most_ns}, units, now_ns),
        window_(1),
        start_ns_(now_ns) {}

  struct Context {
    BitRate bandwidth_bps = 0;
    Packets cwnd_packets = 0;
    std::int64_t round_count = 0;
    bool is_round_start = false;
    bool was_pipe_full = false;
  };

  void update(const AckEvent& ack, const Context& context) {
    if (!parameters_.is_on) return;
    const std::int64_t window_rounds = context.was_pipe_full ? parameters_.window_rounds : 1;
    if (parameters_.by_slots) {
      slots_.update(ack, {context.bandwidth_bps, context.cwnd_packets, context.is_round_start,
                          window_rounds});
    } else {
      update_window(ack, context, window_rounds);
    }
  }

  // After an idle period. The draft (5.4.1, HandleRestartFromIdle) restarts the interval and not
  // the count; Linux both.
  void restart(SimTime now_ns) {
    if (parameters_.by_slots) {
      slots_.restart_epoch(now_ns);
    } else {
      start_ns_ = now_ns;
    }
  }

  [[nodiscard]] Packets extra_packets(BitRate bandwidth_bps) const {
    if (!parameters_.is_on) return 0;
    if (parameters_.by_slots) return slots_.extra_packets(bandwidth_bps);
    if (parameters_.most_ns == 0) return window_.value();
    return std::min(window_.value(), units_.packets_in(bandwidth_bps, parameters_.most_ns));
  }

 private:
  // draft-ietf-ccwg-bbr-06 5.5.9, UpdateACKAggregation().
  void update_window(const AckEvent& ack, const Context& context, std::int64_t window_rounds) {
    const Packets acked_packets = ack.sample.newly_acked_packets;
    if (acked_packets <= 0) return;
    Packets expected_packets = units_.packets_in(context.bandwidth_bps, ack.now_ns - start_ns_);
    if (acked_packets_ <= expected_packets) {
      acked_packets_ = 0;
      start_ns_ = ack.now_ns;
      expected_packets = 0;
    }
    acked_packets_ += acked_packets;
    window_.set_window(window_rounds);
    window_.update(context.round_count,
                   std::min(acked_packets_ - expected_packets, context.cwnd_packets));
  }

  Settings parameters_;
  WireUnits units_;
  AckAggregation slots_;
  WindowedMax window_;
  SimTime start_ns_;
  Packets acked_packets_ = 0;
};

}  // namespace ccsim
