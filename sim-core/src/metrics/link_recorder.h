// What a bottleneck did: queue, drops, busy time; the summary over the measurement window and the
// values of one sample interval.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "ccsim/result.h"
#include "ccsim/units.h"
#include "metrics/log_histogram.h"
#include "metrics/time_integral.h"

namespace ccsim {

class LinkRecorder {
 public:
  void set_queue(Bytes waiting_bytes, SimTime now_ns) {
    if (waiting_bytes < level_bytes_) {
      lower_level(waiting_bytes, now_ns);
    } else {
      raise_level(waiting_bytes, now_ns);
    }
    queue_bytes_.set(waiting_bytes, now_ns);
  }
  // The same in parts, for a link that knows as a packet comes how long it will wait: here only the
  // level changes, which way is known. In line: each packet changes the level twice.
  [[gnu::always_inline]] void raise_level(Bytes waiting_bytes, SimTime now_ns) {
    if (is_in_window_) {
      settle_histogram(now_ns);
      if (waiting_bytes > highest_queue_bytes_) highest_queue_bytes_ = waiting_bytes;
    }
    level_bytes_ = waiting_bytes;
    if (waiting_bytes > sample_max_bytes_) sample_max_bytes_ = waiting_bytes;
  }
  [[gnu::always_inline]] void lower_level(Bytes waiting_bytes, SimTime now_ns) {
    if (is_in_window_) settle_histogram(now_ns);
    level_bytes_ = waiting_bytes;
    if (waiting_bytes < sample_min_bytes_) sample_min_bytes_ = waiting_bytes;
  }
  // ... and here the integral (see TimeIntegral::add_span()).
  void add_wait(Bytes bytes, SimTime from_ns, SimTime until_ns) {
    queue_bytes_.add_span(bytes, from_ns, until_ns);
  }
  void add_waiting(Bytes bytes, SimTime at_ns) { queue_bytes_.add(bytes, at_ns); }
  void set_busy(bool is_busy, SimTime now_ns) { used_.set(is_busy ? rate_ : 0, now_ns); }
  void add_drop() { ++counters_.dropped_packets; }
  void add_mark() { ++counters_.marked_packets; }
  void add_filtered_ack() { ++counters_.filtered_ack_packets; }
  void add_random_loss() { ++counters_.randomly_lost_packets; }
  void add_transmitted() { ++counters_.transmitted_packets; }

  [[nodiscard]] Packets transmitted_packets() const { return counters_.transmitted_packets; }
  [[nodiscard]] Packets dropped_packets() const { return counters_.dropped_packets; }
  [[nodiscard]] Packets randomly_lost_packets() const { return counters_.randomly_lost_packets; }

  // Of a link whose rate changes: what it could have sent from 0 to a time, in 1e-9 bits. Called
  // first. `first_bps` is its rate from 0 on; 0 if it sends by a trace.
  using Capacity = std::function<__int128(SimTime now_ns)>;
  void follow(Capacity capacity, BitRate first_bps) {
    capacity_ = std::move(capacity);
    rate_ = first_bps;
  }
  void set_rate(BitRate rate_bps, bool is_busy, SimTime now_ns) {
    rate_ = rate_bps;
    set_busy(is_busy, now_ns);
  }
  void add_used(Bytes bytes) { used_bytes_ += bytes; }

  void begin_window(SimTime now_ns);
  void end_window(SimTime now_ns);
  // `filters_acks`: otherwise the number of filtered ones does not exist.
  [[nodiscard]] LinkSummary summarise(bool filters_acks = false) const;

  // Marks since its last call (or since time 0).
  [[nodiscard]] LinkEcnSample take_ecn_sample();
  // The same of ACKs that gave way.
  [[nodiscard]] LinkFilterSample take_filter_sample();
  // Closes the running sample interval, which began at the last call (or at time 0).
  [[nodiscard]] LinkSample take_sample(SimTime now_ns);
  // The rate at which the link could send in the running interval; before take_sample().
  [[nodiscard]] double sampled_capacity_bps(SimTime now_ns) const;

 private:
  struct Counters {
    Packets transmitted_packets = 0;
    Packets dropped_packets = 0;
    Packets randomly_lost_packets = 0;
    Packets marked_packets = 0;
    Packets filtered_ack_packets = 0;
  };
  struct Snapshot {
    SimTime time_ns = 0;
    Counters counters;
    __int128 queue = 0;
    __int128 used = 0;
    __int128 capacity = 0;
  };
  [[nodiscard]] Snapshot snapshot(SimTime now_ns) const;
  // The share of its capacity that the link used; NaN if it had none.
  [[nodiscard]] static double used_ratio(const Snapshot& begin, const Snapshot& end);
  // Gives the time since the last change to the histogram.
  [[gnu::always_inline]] void settle_histogram(SimTime now_ns) {
    if (now_ns > histogram_since_ns_) {
      queue_histogram_.add(level_bytes_, now_ns - histogram_since_ns_);
    }
    histogram_since_ns_ = now_ns;
  }

  Counters counters_;
  Bytes level_bytes_ = 0;  // that wait now
  TimeIntegral queue_bytes_;
  // What the link sends and could send: in 1e-9 bits if its rate changes. Otherwise only the time
  // counts, in ns.
  BitRate rate_ = 1;
  TimeIntegral used_;
  Bytes used_bytes_ = 0;
  Capacity capacity_;
  LogHistogram<> queue_histogram_;
  SimTime histogram_since_ns_ = 0;
  Bytes highest_queue_bytes_ = 0;
  bool is_in_window_ = false;
  Snapshot begin_;
  Snapshot end_;
  Snapshot sample_begin_;
  Packets sampled_marked_packets_ = 0;
  Packets sampled_filtered_packets_ = 0;
  Bytes sample_max_bytes_ = 0;
  Bytes sample_min_bytes_ = 0;
};

}  // namespace ccsim
