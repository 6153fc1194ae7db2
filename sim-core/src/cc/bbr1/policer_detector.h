// BBRv1's long-term bandwidth: two intervals in a row of the same rate with heavy loss mean that a
// token-bucket policer limits the flow; then its rate is used as it is, without probing, for a
// while. Linux net/ipv4/tcp_bbr.c, bbr_lt_bw_sampling(); Flach et al., SIGCOMM 2016.
#pragma once

#include <cstdint>

#include "ccsim/units.h"
#include "gain.h"
#include "wire_units.h"

namespace ccsim {

class PolicerDetector {
 public:
  struct Settings {
    bool is_on = true;
    std::int64_t interval_rounds = 4;  // an interval lasts this long at least, four times at most
    Gain loss_threshold = Gain::in_256ths(50);
    Gain rate_tolerance = Gain::in_256ths(32);
    BitRate rate_difference_bps = 4000;
    std::int64_t use_rounds = 48;
  };
  struct Input {
    SimTime now_ns = 0;
    Packets delivered_packets = 0;  // cumulative
    Packets lost_packets = 0;       // cumulative
    bool has_losses = false;
    bool is_app_limited = false;
    bool is_round_start = false;
    bool is_in_probe_bw = false;
  };
  enum class Outcome : std::uint8_t {
    kNothing,
    kDetected,  // use rate_bps() from now on
    kExpired,   // stop using it and restart the gain cycle
  };

  PolicerDetector(Settings settings, WireUnits units) : settings_(settings), units_(units) {}

  // Call with every valid rate sample, and on a timeout.
  Outcome update(const Input& input);
  // After an undo: what was seen may have been reordering.
  void reset(SimTime now_ns, Packets delivered_packets, Packets lost_packets);

  [[nodiscard]] bool is_policed() const { return is_policed_; }
  [[nodiscard]] BitRate rate_bps() const { return rate_bps_; }
  // Since the running interval began.
  [[nodiscard]] Packets lost_packets(const Input& input) const {
    return input.lost_packets - begin_lost_packets_;
  }
  [[nodiscard]] Packets delivered_packets(const Input& input) const {
    return input.delivered_packets - begin_delivered_packets_;
  }

 private:
  void begin_interval(const Input& input);
  [[nodiscard]] bool is_interval_complete(const Input& input);
  Outcome end_interval(const Input& input, BitRate rate_bps);

  Settings settings_;
  WireUnits units_;
  bool is_policed_ = false;
  bool is_sampling_ = false;
  BitRate rate_bps_ = 0;
  std::int64_t rounds_ = 0;
  std::int64_t begin_ms_ = 0;  // Linux keeps this time in milliseconds
  Packets begin_delivered_packets_ = 0;
  Packets begin_lost_packets_ = 0;
};

}  // namespace ccsim
