// What a bottleneck did: queue, drops, busy time; the summary over the measurement window and the
// values of one sample interval.
#pragma once

#include "ccsim/result.h"
#include "ccsim/units.h"
#include "metrics/log_histogram.h"
#include "metrics/time_integral.h"

namespace ccsim {

class LinkRecorder {
 public:
  void set_queue(Bytes waiting_bytes, SimTime now_ns);
  void set_busy(bool is_busy, SimTime now_ns) { is_busy_.set(is_busy ? 1 : 0, now_ns); }
  void add_drop() { ++counters_.dropped_packets; }
  void add_random_loss() { ++counters_.randomly_lost_packets; }
  void add_transmitted() { ++counters_.transmitted_packets; }

  [[nodiscard]] Packets transmitted_packets() const { return counters_.transmitted_packets; }
  [[nodiscard]] Packets dropped_packets() const { return counters_.dropped_packets; }
  [[nodiscard]] Packets randomly_lost_packets() const { return counters_.randomly_lost_packets; }

  void begin_window(SimTime now_ns);
  void end_window(SimTime now_ns);
  [[nodiscard]] LinkSummary summarise() const;

  // Closes the running sample interval, which began at the last call (or at time 0).
  [[nodiscard]] LinkSample take_sample(SimTime now_ns);

 private:
  struct Counters {
    Packets transmitted_packets = 0;
    Packets dropped_packets = 0;
    Packets randomly_lost_packets = 0;
  };
  struct Snapshot {
    SimTime time_ns = 0;
    Counters counters;
    __int128 queue = 0;
    __int128 busy = 0;
  };
  [[nodiscard]] Snapshot snapshot(SimTime now_ns) const {
    return {now_ns, counters_, queue_bytes_.at(now_ns), is_busy_.at(now_ns)};
  }
  // Gives the time since the last change to the histogram.
  void settle_histogram(SimTime now_ns);

  Counters counters_;
  TimeIntegral queue_bytes_;
  TimeIntegral is_busy_;
  LogHistogram queue_histogram_;
  SimTime histogram_since_ns_ = 0;
  Bytes highest_queue_bytes_ = 0;
  bool is_in_window_ = false;
  Snapshot begin_;
  Snapshot end_;
  Snapshot sample_begin_;
  Bytes sample_max_bytes_ = 0;
  Bytes sample_min_bytes_ = 0;
};

}  // namespace ccsim
