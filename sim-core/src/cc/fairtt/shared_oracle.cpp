#include "fairtt/shared_oracle.h"

#include <algorithm>
#include <iterator>

namespace ccsim {
namespace {

// Reports that an average can reach back over: more than a window of any scenario that runs in
// reasonable time. A power of two.
constexpr std::int64_t kReportsKept = 1 << 16;
constexpr Duration kStaleCheckInterval = kSecond;

}  // namespace

void SharedOracle::report(std::uint32_t flow_index, const Report& report) {
  remove_stale(report.now_ns);
  const std::int64_t bin = report.min_rtt_ns / std::max<Duration>(report.bin_ns, 1);
  const auto [entry, is_new] = entries_.try_emplace(flow_index);
  Entry& own = entry->second;
  const bool moves = is_new || own.min_rtt_ns != report.min_rtt_ns || own.bin != bin;
  if (moves) {
    flows_in_bin_[bin] += 1;
    if (!is_new && --flows_in_bin_[own.bin] == 0) flows_in_bin_.erase(own.bin);
  }
  weighted_sum_ns_ += report.weighted_min_rtt_ns - own.weighted_min_rtt_ns;
  own = {report.min_rtt_ns, report.weighted_min_rtt_ns, bin, report.now_ns};
  if (moves) find_lowest();
  remember(report.weighted_min_rtt_ns);
}

void SharedOracle::remove(std::uint32_t flow_index) {
  const auto entry = entries_.find(flow_index);
  if (entry != entries_.end()) {
    erase(entry);
    find_lowest();
  }
}

void SharedOracle::erase(std::map<std::uint32_t, Entry>::iterator entry) {
  const Entry& own = entry->second;
  weighted_sum_ns_ -= own.weighted_min_rtt_ns;
  if (--flows_in_bin_[own.bin] == 0) flows_in_bin_.erase(own.bin);
  entries_.erase(entry);
}

void SharedOracle::remove_stale(SimTime now_ns) {
  if (now_ns - checked_ns_ < kStaleCheckInterval) return;
  checked_ns_ = now_ns;
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    const auto next = std::next(entry);
    if (now_ns - entry->second.reported_ns > kEntryLifetime) erase(entry);
    entry = next;
  }
  find_lowest();
}

void SharedOracle::find_lowest() {
  lowest_min_rtt_ns_ = kNoDuration;
  for (const auto& [flow_index, entry] : entries_) {
    if (lowest_min_rtt_ns_ == kNoDuration || entry.min_rtt_ns < lowest_min_rtt_ns_) {
      lowest_min_rtt_ns_ = entry.min_rtt_ns;
    }
  }
}

void SharedOracle::remember(Duration weighted_min_rtt_ns) {
  if (cumulative_ns_.empty()) cumulative_ns_.assign(kReportsKept, 0);
  const std::int64_t before_ns =
      report_count_ == 0
          ? 0
          : cumulative_ns_[static_cast<std::size_t>((report_count_ - 1) % kReportsKept)];
  cumulative_ns_[static_cast<std::size_t>(report_count_ % kReportsKept)] =
      before_ns + weighted_min_rtt_ns;
  report_count_ += 1;
}

Duration SharedOracle::mean_over_flows_ns() const {
  return entries_.empty() ? kNoDuration : weighted_sum_ns_ / flow_count();
}

Duration SharedOracle::mean_over_reports_ns(std::int64_t count) const {
  const std::int64_t reach =
      std::min({std::max<std::int64_t>(count, 1), report_count_, kReportsKept - 1});
  if (reach == 0) return kNoDuration;
  const auto sum_up_to = [this](std::int64_t reports) {
    return reports == 0 ? 0
                        : cumulative_ns_[static_cast<std::size_t>((reports - 1) % kReportsKept)];
  };
  return (sum_up_to(report_count_) - sum_up_to(report_count_ - reach)) / reach;
}

std::unique_ptr<SharedOracle, void (*)(SharedOracle*)> make_shared_oracle() {
  return {new SharedOracle, [](SharedOracle* oracle) { delete oracle; }};
}

}  // namespace ccsim
