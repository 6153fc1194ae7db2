#include "net/rate_profile.h"

#include <algorithm>

#include "engine/assert.h"

namespace ccsim {
namespace {

constexpr Duration kShortestStep = kMillisecond;
constexpr std::int64_t kMostSteps = 1000;

}  // namespace

RateProfile::RateProfile(BitRate first_bps, const std::vector<RateStep>& steps) {
  add(0, first_bps);
  BitRate rate_bps = first_bps;
  for (const RateStep& step : steps) {
    const std::int64_t count =
        step.ramp_ns == 0 ? 0
                          : std::clamp<std::int64_t>(step.ramp_ns / kShortestStep, 1, kMostSteps);
    const BitRate change_bps = step.rate_bps - rate_bps;
    for (std::int64_t i = 0; i < count; ++i) {
      const SimTime from_ns = step.at_ns + mul_div_floor(step.ramp_ns, i, count);
      add(from_ns, rate_bps + change_bps * (2 * i + 1) / (2 * count));
    }
    add(step.at_ns + step.ramp_ns, step.rate_bps);
    rate_bps = step.rate_bps;
  }
}

void RateProfile::add(SimTime from_ns, BitRate rate_bps) {
  CCSIM_ASSERT(pieces_.empty() ? from_ns == 0 : from_ns >= pieces_.back().from_ns);
  before_.push_back(pieces_.empty() ? 0 : capacity_until(from_ns));
  pieces_.push_back({from_ns, rate_bps});
}

__int128 RateProfile::capacity_until(SimTime now_ns) const {
  const auto after =
      std::upper_bound(pieces_.begin(), pieces_.end(), now_ns,
                       [](SimTime time_ns, const Piece& piece) { return time_ns < piece.from_ns; });
  const auto index = static_cast<std::size_t>(after - pieces_.begin()) - 1;
  const Piece& piece = pieces_[index];
  return before_[index] + static_cast<__int128>(now_ns - piece.from_ns) * piece.rate_bps;
}

}  // namespace ccsim
