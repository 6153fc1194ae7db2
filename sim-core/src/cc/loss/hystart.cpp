#include "loss/hystart.h"

#include <algorithm>

namespace ccsim {
namespace {

// Linux tcp_cubic.c: hystart_low_window, hystart_ack_delta_us, HYSTART_MIN_SAMPLES.
constexpr Packets kLowWindow = 16;
constexpr Duration kAckSpacing = 2 * kMillisecond;
constexpr std::int64_t kSamplesPerRound = 8;  // also RFC 9406 4.3, N_RTT_SAMPLE
// HYSTART_DELAY_MIN and _MAX; RFC 9406 4.3, MIN_RTT_THRESH and MAX_RTT_THRESH.
constexpr Duration kLeastRise = 4 * kMillisecond;
constexpr Duration kMostRise = 16 * kMillisecond;
constexpr std::int64_t kRiseDivisor = 8;

// RFC 9406 4.3.
constexpr std::int64_t kConservativeRounds = 5;
constexpr Packets kConservativeDivisor = 4;
constexpr Packets kUnpacedLimit = 8;

Duration lower(Duration known_ns, Duration sample_ns) {
  return known_ns == kNoDuration ? sample_ns : std::min(known_ns, sample_ns);
}

Duration rise_threshold(Duration rtt_ns) {
  return std::clamp(rtt_ns / kRiseDivisor, kLeastRise, kMostRise);
}

}  // namespace

void ClassicHystart::restart_round(SimTime now_ns, std::int64_t next_sequence) {
  round_start_ns_ = last_ack_ns_ = now_ns;
  end_sequence_ = next_sequence;
  round_rtt_ns_ = kNoDuration;
  sample_count_ = 0;
}

const char* ClassicHystart::update(const AckEvent& ack, const Sender& sender) {
  if (has_found_exit_) return nullptr;
  if (ack.una_sequence > end_sequence_) restart_round(ack.now_ns, ack.next_sequence);
  if (sender.cwnd_packets < kLowWindow) return nullptr;
  const bool is_train = is_ack_train(ack, sender);
  const bool is_rising = is_delay_rising(ack.sample.rtt_ns, sender);
  has_found_exit_ = is_train || is_rising;
  return is_train ? "hystart_ack_train" : is_rising ? "hystart_delay" : nullptr;
}

bool ClassicHystart::is_ack_train(const AckEvent& ack, const Sender& sender) {
  if (ack.now_ns - last_ack_ns_ > kAckSpacing) return false;
  last_ack_ns_ = ack.now_ns;
  Duration threshold_ns = sender.delay_min_ns + sender.ack_delay_ns;
  if (!ack.is_paced) {
    threshold_ns /= 2;  // pacing may have spread the packets over half of the RTT
  }
  return ack.now_ns - round_start_ns_ > threshold_ns;
}

bool ClassicHystart::is_delay_rising(Duration rtt_ns, const Sender& sender) {
  round_rtt_ns_ = lower(round_rtt_ns_, rtt_ns);
  if (sample_count_ < kSamplesPerRound) {
    sample_count_ += 1;
    return false;
  }
  return round_rtt_ns_ > sender.delay_min_ns + rise_threshold(sender.delay_min_ns);
}

Duration ClassicHystart::ack_delay_ns(std::int64_t rate_bytes_per_s) {
  constexpr std::int64_t kBurstBytes = 4 * 65536;  // four times the largest GSO packet
  if (rate_bytes_per_s <= 0) return 0;
  return std::min(mul_div_floor(kBurstBytes, kNanosecondsPerSecond, rate_bytes_per_s),
                  kMillisecond);
}

void HystartPlusPlus::begin_round(std::int64_t next_sequence) {
  end_sequence_ = next_sequence;
  last_round_rtt_ns_ = round_rtt_ns_;
  round_rtt_ns_ = kNoDuration;
  sample_count_ = 0;
}

HystartPlusPlus::State HystartPlusPlus::update(const AckEvent& ack) {
  if (state_ == State::kDone) return state_;
  if (ack.una_sequence > end_sequence_) {
    if (state_ == State::kConservative && ++conservative_rounds_ >= kConservativeRounds) {
      state_ = State::kDone;
      return state_;
    }
    begin_round(ack.next_sequence);
  }
  if (ack.sample.rtt_ns >= 0) take_rtt(ack.sample.rtt_ns);
  return state_;
}

void HystartPlusPlus::take_rtt(Duration rtt_ns) {
  round_rtt_ns_ = lower(round_rtt_ns_, rtt_ns);
  sample_count_ += 1;
  if (sample_count_ < kSamplesPerRound) return;
  if (state_ == State::kSlowStart && last_round_rtt_ns_ != kNoDuration &&
      round_rtt_ns_ >= last_round_rtt_ns_ + rise_threshold(last_round_rtt_ns_)) {
    baseline_rtt_ns_ = round_rtt_ns_;
    conservative_rounds_ = 0;
    state_ = State::kConservative;
  } else if (state_ == State::kConservative && round_rtt_ns_ < baseline_rtt_ns_) {
    state_ = State::kSlowStart;
  }
}

Packets HystartPlusPlus::credit_packets(Packets acked_packets, bool is_paced) {
  const Packets limited_packets = is_paced ? acked_packets : std::min(acked_packets, kUnpacedLimit);
  if (state_ != State::kConservative) return limited_packets;
  quarter_packets_ += limited_packets;
  const Packets whole_packets = quarter_packets_ / kConservativeDivisor;
  quarter_packets_ %= kConservativeDivisor;
  return whole_packets;
}

}  // namespace ccsim
