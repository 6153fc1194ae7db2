// Counts what is lost and marked: by flow, link and reason, and over time.
#pragma once

#include <cstddef>
#include <vector>

#include "ccsim/loss_table.h"

namespace ccsim {

// Which packets count, and how finely: the more flows, the fewer buckets.
struct LossSpan {
  SimTime window_from_ns = 0;  // what happens then is not in the window yet
  SimTime end_ns = 0;          // what happens then still is
  Duration bucket_ns = 1;

  // Buckets are whole samples.
  [[nodiscard]] static LossSpan of(SimTime warmup_ns, SimTime duration_ns,
                                   Duration sample_interval_ns, std::size_t flow_count);
};

class LossLedger {
 public:
  LossLedger(const LossSpan& span, std::size_t flow_count) : span_(span), flows_(flow_count) {}

  // Once for each packet. What is computed ahead of the clock may lie behind the end of the run: it
  // does not count.
  void add(const LossKey& key, SimTime at_ns) {
    if (at_ns > span_.end_ns) [[unlikely]]
      return;
    Counted& counted = row_of(key, at_ns);
    LossRow& row = counted.row;
    ++row.packets;
    row.window_packets += at_ns > span_.window_from_ns ? 1 : 0;
    row.last_ns = at_ns;
    if (at_ns >= counted.bucket_end_ns) open_bucket(counted, at_ns);
    ++row.buckets.back().packets;
  }

  [[nodiscard]] LossReport report() const;

 private:
  // The packets of a row come in the order of their times.
  struct Counted {
    LossRow row;
    SimTime bucket_end_ns = 0;  // of the last bucket; 0: there is none
  };
  [[nodiscard]] Counted& row_of(const LossKey& key, SimTime at_ns) {
    for (Counted& counted : flows_[key.flow_index]) {
      if (counted.row.key == key) return counted;
    }
    return new_row(key, at_ns);
  }
  [[nodiscard]] Counted& new_row(const LossKey& key, SimTime at_ns);
  void open_bucket(Counted& counted, SimTime at_ns) const;

  LossSpan span_;
  std::vector<std::vector<Counted>> flows_;
};

}  // namespace ccsim
