// Why a flow sends no more than it does: what rules its window or its rate at each moment, and what
// set that. Recorded on demand, from what the controllers report about their own decisions; a run
// computes the same with and without.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ccsim/units.h"

namespace ccsim {

// What holds a sender back. If a full window does, or the pacer, it is the rule of the algorithm
// that gave the window or the rate its present value.
enum class Binding : std::uint8_t {
  kApplication,       // there is nothing to send
  kReceiveWindow,     // the receiver takes no more
  kRecovery,          // loss recovery, or a timer's repair is awaited (SendLimit::kRecovery)
  kWindowUnknown,     // a full window whose rule the algorithm does not report
  kStartupWindow,     // BBR: the pipe has not been full, the window grows by what is acknowledged
  kRegrowingWindow,   // BBR: below its target, back up by what is acknowledged
  kBdp,               // BBR: gain x bandwidth x minimum RTT
  kBdpOfLowerBound,   // BBR: the same, with the bandwidth cut to bandwidth_lo after losses
  kBdpOfPolicedRate,  // BBRv1: the same, with the rate of a policer
  kCoefficient,       // FaiRTT: the same, cut by its coefficient
  kInflightHi,        // BBRv2: the long-term bound that probing found
  kInflightHeadroom,  // BBRv2: that bound less the part left free for others
  kInflightLo,        // BBRv2: the short-term bound after losses
  kProbeRttWindow,    // BBR: the small window of ProbeRTT
  kMinimumWindow,     // BBR: the least window that the algorithm permits
  kConservedWindow,   // BBRv1: in the first round of a recovery, as much as is delivered
  kSlowStart,         // loss-based: doubles every round
  kAdditiveIncrease,  // loss-based: the last reduction and what was added since
  kCubicBelow,        // CUBIC: on the way back to the window of the last loss
  kCubicBeyond,       // CUBIC: beyond it
  kRenoFriendly,      // CUBIC: as fast as Reno would grow
  kDelayRule,         // Vegas and its like: what the measured delay permits
  kRoomForRate,       // PCC: several times what its rate needs, not meant to bind
  kSearchDrain,       // SEARCH: on its way down to what the path delivers, after slow start
  kRateUnknown,       // pacing at a rate whose rule the algorithm does not report
  kStartupRate,       // BBR: Startup's gain x bandwidth, only ever upwards
  kBandwidth,         // BBR: gain x estimated bandwidth
  kDrainingRate,      // BBR: a gain below one, to let a queue drain
  kBandwidthLo,       // BBRv2: the bandwidth cut after losses
  kBandwidthHi,       // BBRv2: the bandwidth bound by ECN marks
  kCoefficientRate,   // FaiRTT: the bandwidth cut by the coefficient
  kPolicedRate,       // BBRv1: the rate of a policer
  kWindowRate,        // the transport paces a window-based algorithm by its window over the RTT
  kUtilityRate,       // PCC: the rate that its utility has found best so far, or tries
};

// By the order of the enumeration.
inline constexpr std::array<std::string_view, 34> kBindingNames = {"application",
                                                                   "receive_window",
                                                                   "recovery",
                                                                   "window_unknown",
                                                                   "startup_window",
                                                                   "regrowing_window",
                                                                   "bdp",
                                                                   "bdp_of_lower_bound",
                                                                   "bdp_of_policed_rate",
                                                                   "coefficient",
                                                                   "inflight_hi",
                                                                   "inflight_headroom",
                                                                   "inflight_lo",
                                                                   "probe_rtt_window",
                                                                   "minimum_window",
                                                                   "conserved_window",
                                                                   "slow_start",
                                                                   "additive_increase",
                                                                   "cubic_below",
                                                                   "cubic_beyond",
                                                                   "reno_friendly",
                                                                   "delay_rule",
                                                                   "room_for_rate",
                                                                   "search_drain",
                                                                   "rate_unknown",
                                                                   "startup_rate",
                                                                   "bandwidth",
                                                                   "draining_rate",
                                                                   "bandwidth_lo",
                                                                   "bandwidth_hi",
                                                                   "coefficient_rate",
                                                                   "policed_rate",
                                                                   "window_rate",
                                                                   "utility_rate"};
inline constexpr std::size_t kBindingCount = kBindingNames.size();
static_assert(static_cast<std::size_t>(Binding::kUtilityRate) + 1 == kBindingCount);

// From kRateUnknown on the value that binds is a rate, before it a window.
[[nodiscard]] constexpr bool is_rate(Binding binding) {
  return binding >= Binding::kRateUnknown;
}

// A decision that set a variable which may bind.
enum class CauseKind : std::uint8_t {
  kInflightHiSet,
  kLowerBoundsSet,
  kLowerBoundsReset,
  kMinRttSet,
  kBandwidthRenewed,
  kPipeFull,
  kProbeRttEntered,
  kPolicerDetected,
  kPolicerExpired,
  kCoefficientApplied,
  kCoefficientEnded,
  kWindowReduced,
  kWindowCollapsed,
  kWindowRestored,
  kWindowConserved,
  kSlowStartLeft,
  kWindowSet,
};

inline constexpr std::size_t kCauseNumberCount = 4;
// NaN where there is none, as for a bound that was not set before.
using CauseNumbers = std::array<double, kCauseNumberCount>;

// What a kind is called and what its numbers are; "": not used.
struct CauseInfo {
  std::string_view name;
  std::array<std::string_view, kCauseNumberCount> numbers;
};

// By the order of the enumeration.
inline constexpr std::array<CauseInfo, 17> kCauseKinds = {{
    {"inflight_hi_set", {"before_packets", "after_packets", "lost_packets", "flight_packets"}},
    {"lower_bounds_set", {"before_packets", "after_packets", "before_bps", "after_bps"}},
    {"lower_bounds_reset", {"before_packets", "before_bps", "", ""}},
    {"min_rtt_set", {"before_s", "after_s", "", ""}},
    {"bandwidth_renewed", {"before_bps", "after_bps", "", ""}},
    {"pipe_full", {"bandwidth_bps", "inflight_hi_packets", "", ""}},
    {"probe_rtt_entered", {"before_packets", "after_packets", "", ""}},
    {"policer_detected", {"rate_bps", "lost_packets", "delivered_packets", ""}},
    {"policer_expired", {"rate_bps", "", "", ""}},
    {"coefficient_applied", {"coefficient_ratio", "rtt_s", "alpha_s", "min_rtt_s"}},
    {"coefficient_ended", {"rtt_s", "alpha_s", "", ""}},
    {"window_reduced", {"before_packets", "after_packets", "w_max_packets", ""}},
    {"window_collapsed", {"before_packets", "after_packets", "flight_packets", ""}},
    {"window_restored", {"before_packets", "after_packets", "", ""}},
    {"window_conserved", {"before_packets", "after_packets", "", ""}},
    {"slow_start_left", {"window_packets", "", "", ""}},
    {"window_set", {"before_packets", "after_packets", "", ""}},
}};
inline constexpr std::size_t kCauseKindCount = kCauseKinds.size();
static_assert(static_cast<std::size_t>(CauseKind::kWindowSet) + 1 == kCauseKindCount);

// Hears of every such decision, at the moment it is made.
class CauseListener {
 public:
  virtual ~CauseListener() = default;
  // `reason` is a string literal (kept by reference): which rule decided.
  virtual void on_cause(SimTime now_ns, CauseKind kind, const char* reason,
                        const CauseNumbers& numbers) = 0;
};

// --- what comes out of a run

struct Cause {
  SimTime time_ns = 0;
  const char* reason = "";
  CauseNumbers numbers = {};
};

// All decisions of one kind of one flow: how many, their means, and an even choice of them.
struct CauseSummary {
  CauseKind kind = CauseKind::kInflightHiSet;
  std::int64_t count = 0;
  CauseNumbers means = {};      // over those that have the number; NaN: none has
  std::int64_t kept_every = 1;  // `kept` are number 0, kept_every, 2 kept_every, ...
  std::vector<Cause> kept;
  Cause last;
};

// For how long something has bound within the flow's measurement window.
struct BindingTime {
  Binding binding = Binding::kApplication;
  Duration time_ns = 0;
  double mean_value = 0;  // over that time: bits per second if is_rate(binding), else packets
};

// For how long something has bound in one bucket of the run.
struct BindingBucket {
  std::int64_t bucket = 0;  // [bucket * bucket_ns, (bucket + 1) * bucket_ns)
  Binding binding = Binding::kApplication;
  Duration time_ns = 0;
};

struct FlowCauses {
  std::vector<BindingTime> times;      // in the order of the enumeration, only those that were
  std::vector<BindingBucket> buckets;  // in order
  std::vector<CauseSummary> causes;    // in the order of the enumeration, only those that were
};

struct CauseReport {
  Duration bucket_ns = 0;         // 0: nothing was recorded
  std::vector<FlowCauses> flows;  // by flow index
};

}  // namespace ccsim
