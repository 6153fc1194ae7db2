// ORACLE. What the flows of one simulation know of each other. No real sender has such a thing:
// only readings of FaiRTT use it that need it (arXiv 2403.19973, equations 5 and 6, where "flows"
// are counted by their distinct minimum RTTs). Marked as an oracle in docs and interface.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/units.h"

namespace ccsim {

// One entry per flow, made at the flow's first report and removed when its controller goes.
// An entry that has not been renewed for kEntryLifetime counts no more: a flow that has stopped
// sending sends no reports. The time is that of BBR's min_rtt window (10 s).
class SharedOracle {
 public:
  static constexpr Duration kEntryLifetime = 10 * kSecond;

  struct Report {
    SimTime now_ns = 0;
    Duration min_rtt_ns = 0;           // the flow's RTprop
    Duration weighted_min_rtt_ns = 0;  // the flow's WminRTT, equation 6
    Duration bin_ns = kMillisecond;    // minima in one bin count as one flow
  };

  void report(std::uint32_t flow_index, const Report& report);
  void remove(std::uint32_t flow_index);

  [[nodiscard]] std::int64_t flow_count() const {
    return static_cast<std::int64_t>(entries_.size());
  }
  // How many different minimum RTTs the flows have, after binning; Wfcount of equation 5.
  [[nodiscard]] std::int64_t distinct_count() const {
    return static_cast<std::int64_t>(flows_in_bin_.size());
  }
  // The lowest minimum RTT of all flows; kNoDuration without a flow.
  [[nodiscard]] Duration lowest_min_rtt_ns() const { return lowest_min_rtt_ns_; }
  // Mean of WminRTT over the flows, each counted once; kNoDuration without a flow.
  [[nodiscard]] Duration mean_over_flows_ns() const;
  // Mean of WminRTT over the last `count` reports of whatever flow; kNoDuration without a report.
  [[nodiscard]] Duration mean_over_reports_ns(std::int64_t count) const;

 private:
  struct Entry {
    Duration min_rtt_ns = 0;
    Duration weighted_min_rtt_ns = 0;
    std::int64_t bin = 0;
    SimTime reported_ns = 0;
  };

  void erase(std::map<std::uint32_t, Entry>::iterator entry);
  void remove_stale(SimTime now_ns);
  void find_lowest();
  void remember(Duration weighted_min_rtt_ns);

  std::map<std::uint32_t, Entry> entries_;
  std::map<std::int64_t, std::int64_t> flows_in_bin_;
  Duration weighted_sum_ns_ = 0;
  Duration lowest_min_rtt_ns_ = kNoDuration;
  SimTime checked_ns_ = 0;
  std::vector<std::int64_t> cumulative_ns_;  // ring: sum of all reports up to number i
  std::int64_t report_count_ = 0;
};

}  // namespace ccsim
