#include "transport/rtt_estimator.h"

#include <algorithm>

namespace ccsim {
namespace {

constexpr Duration kMaxRto = 120 * kSecond;  // Linux TCP_RTO_MAX

}  // namespace

void RttEstimator::add_to_minimum(Duration rtt_ns) {
  if (min_rtt_ns_ == kNoDuration || rtt_ns < min_rtt_ns_) min_rtt_ns_ = rtt_ns;
}

void RttEstimator::add(Duration rtt_ns, std::int64_t una_sequence, std::int64_t next_sequence) {
  if (srtt_x8_ns_ >= 0) {
    next_sample(rtt_ns, una_sequence, next_sequence);
  } else {
    first_sample(rtt_ns, next_sequence);
  }
  rto_ns_ = std::min(srtt_ns() + rttvar_ns_, kMaxRto);
}

void RttEstimator::first_sample(Duration rtt_ns, std::int64_t next_sequence) {
  srtt_x8_ns_ = std::max<Duration>(rtt_ns * 8, 1);
  mdev_ns_ = rtt_ns * 2;
  rttvar_ns_ = std::max(mdev_ns_, min_rto_ns_);
  mdev_max_ns_ = rttvar_ns_;
  round_end_sequence_ = next_sequence;
}

void RttEstimator::next_sample(Duration rtt_ns, std::int64_t una_sequence,
                               std::int64_t next_sequence) {
  // What is shifted here is never negative.
  const Duration error_ns = rtt_ns - srtt_ns();
  srtt_x8_ns_ = std::max<Duration>(srtt_x8_ns_ + error_ns, 1);
  Duration change_ns = (error_ns < 0 ? -error_ns : error_ns) - (mdev_ns_ >> 2);
  if (error_ns < 0 && change_ns > 0) change_ns >>= 3;
  mdev_ns_ += change_ns;
  if (mdev_ns_ > mdev_max_ns_) {
    mdev_max_ns_ = mdev_ns_;
    rttvar_ns_ = std::max(rttvar_ns_, mdev_max_ns_);
  }
  if (una_sequence > round_end_sequence_) {
    if (mdev_max_ns_ < rttvar_ns_) rttvar_ns_ -= (rttvar_ns_ - mdev_max_ns_) / 4;
    round_end_sequence_ = next_sequence;
    mdev_max_ns_ = min_rto_ns_;
  }
}

void RttEstimator::back_off() {
  rto_ns_ = std::min(rto_ns_ * 2, kMaxRto);
}

}  // namespace ccsim
