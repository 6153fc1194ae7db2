#include "net/changing_path.h"

#include <algorithm>

#include "engine/normal.h"

namespace ccsim {

ChangingPath::ChangingPath(const BottleneckConfig& config, std::uint64_t seed,
                           std::uint32_t flow_count, std::uint32_t link_index)
    : first_delay_ns_(config.delay_ns), changes_(config.changes) {
  const auto add = [&](std::vector<RandomStream>& streams, RandomPurpose purpose) {
    for (std::uint32_t flow = 0; flow < flow_count; ++flow) {
      streams.emplace_back(seed, flow, purpose, link_index);
    }
  };
  if (changes_.jitter_ns > 0) {
    add(jitter_, RandomPurpose::kPathJitter);
    last_jitter_ns_.assign(flow_count, -1);
  }
  if (changes_.losses.empty()) return;
  add(losses_, RandomPurpose::kLossStep);
  add(ack_losses_, RandomPurpose::kAckLossStep);
}

bool ChangingPath::strikes(std::uint32_t flow_index, bool is_ack, SimTime now_ns) {
  const LossStep* holds = nullptr;
  for (const LossStep& step : changes_.losses) {
    if (now_ns < step.at_ns) break;
    holds = &step;
  }
  if (holds == nullptr || holds->probability <= 0) return false;
  const LossDirection other = is_ack ? LossDirection::kData : LossDirection::kAck;
  if (holds->direction == other) return false;
  RandomStream& stream = is_ack ? ack_losses_[flow_index] : losses_[flow_index];
  return stream.next_uniform() < holds->probability;
}

Duration ChangingPath::take_delay_ns(const Packet& packet, SimTime now_ns) {
  Duration held_ns = 0;
  if (changes_.jitter_ns > 0) {
    held_ns = next_jitter_ns(packet.flow_index);
    if (!changes_.jitter_reorders) {
      last_release_ns_ = std::max(last_release_ns_, now_ns + held_ns);
      held_ns = last_release_ns_ - now_ns;
    }
  }
  return held_ns + delay_ns(now_ns);
}

// The discrete autoregressive process of order 1 (Jacobs and Lewis, "Discrete time series generated
// by mixtures I", 1978): it keeps the distribution, which netem's filter does not.
Duration ChangingPath::next_jitter_ns(std::uint32_t flow_index) {
  RandomStream& stream = jitter_[flow_index];
  if (changes_.jitter_correlation <= 0) return draw_jitter_ns(stream);
  Duration& last_ns = last_jitter_ns_[flow_index];
  const bool stays = stream.next_uniform() < changes_.jitter_correlation;
  if (!stays || last_ns < 0) last_ns = draw_jitter_ns(stream);
  return last_ns;
}

Duration ChangingPath::draw_jitter_ns(RandomStream& stream) const {
  if (changes_.jitter_shape == JitterShape::kUniform) return stream.next_below(changes_.jitter_ns);
  constexpr double kMeanShare = 0.5;
  constexpr double kDeviationShare = 1.0 / 6;
  for (;;) {
    const double share = kMeanShare + kDeviationShare * next_normal(stream);
    const double drawn_ns = share * static_cast<double>(changes_.jitter_ns);
    const auto jitter_ns = static_cast<Duration>(drawn_ns);
    if (drawn_ns >= 0 && jitter_ns < changes_.jitter_ns) return jitter_ns;
  }
}

Duration ChangingPath::delay_ns(SimTime now_ns) const {
  Duration from_ns = first_delay_ns_;
  for (const DelayStep& step : changes_.delays) {
    if (now_ns < step.at_ns) break;
    const Duration passed_ns = now_ns - step.at_ns;
    if (passed_ns < step.ramp_ns) {
      const Duration change_ns = step.delay_ns - from_ns;
      const Duration moved_ns =
          mul_div_floor(change_ns < 0 ? -change_ns : change_ns, passed_ns, step.ramp_ns);
      return change_ns < 0 ? from_ns - moved_ns : from_ns + moved_ns;
    }
    from_ns = step.delay_ns;
  }
  return from_ns;
}

bool ChangingPath::is_out(SimTime now_ns, LossDirection other) const {
  return std::any_of(
      changes_.outages.begin(), changes_.outages.end(), [now_ns, other](const Outage& outage) {
        return outage.from_ns <= now_ns && now_ns < outage.to_ns && outage.direction != other;
      });
}

}  // namespace ccsim
