#include "metrics/loss_ledger.h"

#include <algorithm>

namespace ccsim {
namespace {

// Together some megabytes at most, whatever the number of flows.
constexpr std::size_t kAllBuckets = 24'000;
constexpr std::size_t kMostBuckets = 600;
constexpr std::size_t kLeastBuckets = 10;

}  // namespace

LossSpan LossSpan::of(SimTime warmup_ns, SimTime duration_ns, Duration sample_interval_ns,
                      std::size_t flow_count) {
  const std::size_t flows = std::max<std::size_t>(flow_count, 1);
  const auto buckets =
      static_cast<Duration>(std::clamp(kAllBuckets / flows, kLeastBuckets, kMostBuckets));
  const Duration least_ns = (duration_ns + buckets - 1) / buckets;
  const Duration samples = (least_ns + sample_interval_ns - 1) / sample_interval_ns;
  return {warmup_ns, duration_ns, std::max<Duration>(samples, 1) * sample_interval_ns};
}

LossLedger::Counted& LossLedger::new_row(const LossKey& key, SimTime at_ns) {
  Counted& counted = flows_[key.flow_index].emplace_back();
  counted.row.key = key;
  counted.row.first_ns = at_ns;
  return counted;
}

void LossLedger::open_bucket(Counted& counted, SimTime at_ns) const {
  const std::int64_t bucket = at_ns / span_.bucket_ns;
  counted.row.buckets.push_back({bucket, 0});
  counted.bucket_end_ns = (bucket + 1) * span_.bucket_ns;
}

LossReport LossLedger::report() const {
  LossReport report;
  report.bucket_ns = span_.bucket_ns;
  for (const std::vector<Counted>& of_flow : flows_) {
    for (const Counted& counted : of_flow) report.rows.push_back(counted.row);
  }
  return report;
}

}  // namespace ccsim
