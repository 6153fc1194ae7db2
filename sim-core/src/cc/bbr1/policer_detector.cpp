#include "bbr1/policer_detector.h"

#include <algorithm>

namespace ccsim {

void PolicerDetector::begin_interval(const Input& input) {
  begin_ms_ = input.now_ns / kMillisecond;
  begin_delivered_packets_ = input.delivered_packets;
  begin_lost_packets_ = input.lost_packets;
  rounds_ = 0;
}

void PolicerDetector::reset(SimTime now_ns, Packets delivered_packets, Packets lost_packets) {
  rate_bps_ = 0;
  is_policed_ = false;
  is_sampling_ = false;
  begin_interval({now_ns, delivered_packets, lost_packets});
}

PolicerDetector::Outcome PolicerDetector::update(const Input& input) {
  if (!settings_.is_on) return Outcome::kNothing;
  if (is_policed_) {
    if (input.is_in_probe_bw && input.is_round_start && ++rounds_ >= settings_.use_rounds) {
      reset(input.now_ns, input.delivered_packets, input.lost_packets);
      return Outcome::kExpired;
    }
    return Outcome::kNothing;
  }
  // The first loss: the bucket is empty. Earlier samples would include its contents.
  if (!is_sampling_) {
    if (!input.has_losses) return Outcome::kNothing;
    begin_interval(input);
    is_sampling_ = true;
  }
  if (input.is_app_limited) {
    reset(input.now_ns, input.delivered_packets, input.lost_packets);
    return Outcome::kNothing;
  }
  if (!is_interval_complete(input)) return Outcome::kNothing;
  const Packets delivered_packets = input.delivered_packets - begin_delivered_packets_;
  const std::int64_t length_ms = input.now_ns / kMillisecond - begin_ms_;
  if (length_ms < 1) return Outcome::kNothing;
  return end_interval(input, units_.rate_floor_bps(delivered_packets, length_ms * kMillisecond));
}

// Long enough, not too long, ending with a loss (the bucket is empty again), and lossy overall.
bool PolicerDetector::is_interval_complete(const Input& input) {
  constexpr std::int64_t kLongest = 4;  // times the shortest
  rounds_ += input.is_round_start ? 1 : 0;
  if (rounds_ < settings_.interval_rounds) return false;
  if (rounds_ > kLongest * settings_.interval_rounds) {
    reset(input.now_ns, input.delivered_packets, input.lost_packets);
    return false;
  }
  const Packets lost_packets = input.lost_packets - begin_lost_packets_;
  const Packets delivered_packets = input.delivered_packets - begin_delivered_packets_;
  return input.has_losses && delivered_packets > 0 &&
         lost_packets * Gain::kUnit >= settings_.loss_threshold.numerator() * delivered_packets;
}

PolicerDetector::Outcome PolicerDetector::end_interval(const Input& input, BitRate rate_bps) {
  if (rate_bps_ > 0) {
    const BitRate difference_bps = std::max(rate_bps, rate_bps_) - std::min(rate_bps, rate_bps_);
    if (difference_bps <= settings_.rate_tolerance.times(rate_bps_) ||
        difference_bps <= settings_.rate_difference_bps) {
      rate_bps_ = (rate_bps + rate_bps_) / 2;
      is_policed_ = true;
      rounds_ = 0;
      return Outcome::kDetected;
    }
  }
  rate_bps_ = rate_bps;
  begin_interval(input);
  return Outcome::kNothing;
}

}  // namespace ccsim
