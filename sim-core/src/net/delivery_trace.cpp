#include "net/delivery_trace.h"

#include <algorithm>

#include "engine/assert.h"

namespace ccsim {

DeliveryTrace::DeliveryTrace(const std::vector<Duration>& times_ns) : period_ns_(times_ns.back()) {
  CCSIM_ASSERT(period_ns_ > 0);
  for (const Duration at_ns : times_ns) {
    if (moments_.empty() || at_ns > moments_.back().at_ns) {
      moments_.push_back({at_ns, 0, period_bytes_});
    }
    CCSIM_ASSERT(at_ns == moments_.back().at_ns);
    moments_.back().bytes += kOpportunityBytes;
    period_bytes_ += kOpportunityBytes;
  }
}

DeliveryTrace::Opportunity DeliveryTrace::at(std::int64_t n) const {
  const auto count = static_cast<std::int64_t>(moments_.size());
  const Moment& moment = moments_[static_cast<std::size_t>(n % count)];
  return {n / count * period_ns_ + moment.at_ns, moment.bytes};
}

__int128 DeliveryTrace::capacity_until(SimTime now_ns) const {
  const Duration within_ns = now_ns % period_ns_;
  const auto after = std::upper_bound(
      moments_.begin(), moments_.end(), within_ns,
      [](Duration time_ns, const Moment& moment) { return time_ns < moment.at_ns; });
  const Bytes bytes = after == moments_.end() ? period_bytes_ : after->bytes_before;
  return (static_cast<__int128>(now_ns / period_ns_) * period_bytes_ + bytes) * kBitsPerByte *
         kNanosecondsPerSecond;
}

}  // namespace ccsim
