#include "metrics/cause_recorder.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ccsim {
namespace {

// Together some megabytes at most, whatever the number of flows.
constexpr std::size_t kAllBuckets = 24'000;
constexpr std::size_t kMostBuckets = 240;
constexpr std::size_t kLeastBuckets = 10;
constexpr std::size_t kAllKept = 8'000;  // of each kind
constexpr std::size_t kMostKept = 256;
constexpr std::size_t kLeastKept = 2;

}  // namespace

CauseResolution CauseResolution::of(Duration duration_ns, std::size_t flow_count) {
  const std::size_t flows = std::max<std::size_t>(flow_count, 1);
  const auto buckets =
      static_cast<Duration>(std::clamp(kAllBuckets / flows, kLeastBuckets, kMostBuckets));
  return {std::max<Duration>(duration_ns / buckets, 1),
          std::clamp(kAllKept / flows, kLeastKept, kMostKept)};
}

void CauseRecorder::set_beyond(Binding binding, std::int64_t value, SimTime now_ns) {
  fill_buckets(now_ns);
  binding_ = binding;
  value_ = value;
}

void CauseRecorder::fill_buckets(SimTime now_ns) {
  while (now_ns >= bucket_end_ns_) {
    add_time(bucket_end_ns_);
    if (bucket_ >= 0) end_bucket();
    bucket_ += 1;
    bucket_end_ns_ += resolution_.bucket_ns;
  }
  add_time(now_ns);
}

void CauseRecorder::end_bucket() {
  in_bucket_ &= ~bit_of(kNone);
  for (; in_bucket_ != 0; in_bucket_ &= in_bucket_ - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(in_bucket_));
    const Duration time_ns = held_[i].time_ns - at_bucket_ns_[i];
    if (time_ns > 0) buckets_.push_back({bucket_, static_cast<Binding>(i), time_ns});
    at_bucket_ns_[i] = held_[i].time_ns;
  }
}

// Once there are more than fit, every second one goes, and of those to come every second one is
// kept: what is kept stays spread evenly over all.
void CauseRecorder::add(SimTime now_ns, CauseKind kind, const char* reason,
                        const CauseNumbers& numbers) {
  OfKind& of = kinds_[static_cast<std::size_t>(kind)];
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (std::isnan(numbers[i])) continue;
    of.sums[i] += numbers[i];
    of.counts[i] += 1;
  }
  of.last = {now_ns, reason, numbers};
  if (of.count % of.kept_every == 0) {
    if (of.kept.size() == resolution_.kept_per_kind) {
      for (std::size_t i = 0; 2 * i < of.kept.size(); ++i) of.kept[i] = of.kept[2 * i];
      of.kept.resize((of.kept.size() + 1) / 2);
      of.kept_every *= 2;
    }
    if (of.count % of.kept_every == 0) of.kept.push_back(of.last);
  }
  of.count += 1;
}

void CauseRecorder::begin_window(SimTime now_ns) {
  account(now_ns);
  is_in_window_ = true;
  window_begin_ = held_;
  window_end_ = held_;
}

void CauseRecorder::end_window(SimTime now_ns) {
  if (!is_in_window_) return;
  account(now_ns);
  is_in_window_ = false;
  window_end_ = held_;
}

FlowCauses CauseRecorder::finish(SimTime now_ns) {
  end_window(now_ns);
  account(now_ns);
  end_bucket();
  return {window_times(), buckets_, summaries()};
}

std::vector<BindingTime> CauseRecorder::window_times() const {
  std::vector<BindingTime> times;
  for (std::size_t i = 0; i < kBindingCount; ++i) {
    const Duration time_ns = window_end_[i].time_ns - window_begin_[i].time_ns;
    if (time_ns <= 0) continue;
    const auto value_ns = static_cast<double>(window_end_[i].value_ns - window_begin_[i].value_ns);
    times.push_back({static_cast<Binding>(i), time_ns, value_ns / static_cast<double>(time_ns)});
  }
  return times;
}

std::vector<CauseSummary> CauseRecorder::summaries() const {
  std::vector<CauseSummary> all;
  for (std::size_t i = 0; i < kCauseKindCount; ++i) {
    const OfKind& of = kinds_[i];
    if (of.count == 0) continue;
    CauseSummary summary{static_cast<CauseKind>(i), of.count, {}, of.kept_every, of.kept, of.last};
    for (std::size_t n = 0; n < kCauseNumberCount; ++n) {
      const auto count = static_cast<double>(of.counts[n]);
      summary.means[n] = of.counts[n] == 0 ? kNoValue : of.sums[n] / count;
    }
    all.push_back(summary);
  }
  return all;
}

}  // namespace ccsim
