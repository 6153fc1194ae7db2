#include "net/delivery_trace.h"

#include <algorithm>

#include "engine/assert.h"

namespace ccsim {

DeliveryTrace::DeliveryTrace(const std::vector<Duration>& times_ns, TraceEnd end)
    : end_ns_(times_ns.back()) {
  CCSIM_ASSERT(end_ns_ > 0);
  for (const Duration at_ns : times_ns) {
    if (moments_.empty() || at_ns > moments_.back().at_ns) {
      moments_.push_back({at_ns, 0, all_bytes_});
    }
    CCSIM_ASSERT(at_ns == moments_.back().at_ns);
    moments_.back().bytes += kOpportunityBytes;
    all_bytes_ += kOpportunityBytes;
  }
  if (end == TraceEnd::kHold && end_ns_ > kHeldDuration) {
    again_from_ns_ = end_ns_ - kHeldDuration;
    // The last moment is within: it is the end.
    while (moments_[first_again_].at_ns <= again_from_ns_) ++first_again_;
  }
}

DeliveryTrace::Opportunity DeliveryTrace::at(std::int64_t n) const {
  const auto count = static_cast<std::int64_t>(moments_.size());
  if (n < count) {
    const Moment& moment = moments_[static_cast<std::size_t>(n)];
    return {moment.at_ns, moment.bytes};
  }
  const auto first = static_cast<std::int64_t>(first_again_);
  const std::int64_t again = count - first;
  const Moment& moment = moments_[static_cast<std::size_t>(first + (n - count) % again)];
  const Duration length_ns = end_ns_ - again_from_ns_;
  return {end_ns_ + (n - count) / again * length_ns + moment.at_ns - again_from_ns_, moment.bytes};
}

__int128 DeliveryTrace::capacity_until(SimTime now_ns) const {
  __int128 bytes = 0;
  if (now_ns < end_ns_) {
    bytes = bytes_until(now_ns);
  } else {
    const Duration length_ns = end_ns_ - again_from_ns_;
    const Duration after_ns = now_ns - end_ns_;
    const Bytes before = moments_[first_again_].bytes_before;
    bytes = all_bytes_ + static_cast<__int128>(after_ns / length_ns) * (all_bytes_ - before) +
            bytes_until(again_from_ns_ + after_ns % length_ns) - before;
  }
  return bytes * kBitsPerByte * kNanosecondsPerSecond;
}

Bytes DeliveryTrace::bytes_until(Duration within_ns) const {
  const auto after = std::upper_bound(
      moments_.begin(), moments_.end(), within_ns,
      [](Duration time_ns, const Moment& moment) { return time_ns < moment.at_ns; });
  return after == moments_.end() ? all_bytes_ : after->bytes_before;
}

}  // namespace ccsim
