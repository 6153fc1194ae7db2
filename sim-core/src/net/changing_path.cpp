#include "net/changing_path.h"

#include <algorithm>

namespace ccsim {

ChangingPath::ChangingPath(const BottleneckConfig& config, std::uint64_t seed,
                           std::uint32_t flow_count, std::uint32_t link_index)
    : first_delay_ns_(config.delay_ns), changes_(config.changes) {
  if (changes_.jitter_ns <= 0) return;
  for (std::uint32_t flow = 0; flow < flow_count; ++flow) {
    jitter_.emplace_back(seed, flow, RandomPurpose::kPathJitter, link_index);
  }
}

Duration ChangingPath::take_delay_ns(const Packet& packet, SimTime now_ns) {
  Duration held_ns = 0;
  if (changes_.jitter_ns > 0) {
    held_ns = jitter_[packet.flow_index].next_below(changes_.jitter_ns);
    if (!changes_.jitter_reorders) {
      last_release_ns_ = std::max(last_release_ns_, now_ns + held_ns);
      held_ns = last_release_ns_ - now_ns;
    }
  }
  return held_ns + delay_ns(now_ns);
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
