// Writes down what binds one flow and what set it, within a fixed amount of memory.
//
// A flow goes from the window to the pacer and back with nearly every packet, while the rules that
// give both stay what they are. How long each limit has held is counted anyway: so a rule is given
// its share of that only when another one, or another value, takes its place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ccsim/cause.h"
#include "ccsim/send_limit.h"
#include "metrics/flow_recorder.h"

namespace ccsim {

// How finely a run is recorded: the more flows, the less of each.
struct CauseResolution {
  Duration bucket_ns = 0;
  std::size_t kept_per_kind = 0;  // at least 2

  [[nodiscard]] static CauseResolution of(Duration duration_ns, std::size_t flow_count);
};

class CauseRecorder {
 public:
  // `flow` knows how long each limit has held.
  CauseRecorder(const CauseResolution& resolution, const FlowRecorder& flow)
      : resolution_(resolution), flow_(flow) {}

  // Before `flow` is told of the limit from `now_ns` on: the time until then is cut into buckets.
  void end_buckets(SimTime now_ns) {
    if (now_ns >= bucket_end_ns_) [[unlikely]]
      end_buckets_until(now_ns);
  }
  // ... and behind that: by which rule `limit` holds the flow back, and with which window or rate.
  void set(SendLimit limit, Binding binding, std::int64_t value, SimTime now_ns) {
    Rule& rule = rules_[static_cast<std::size_t>(limit)];
    if (binding == rule.binding && value == rule.value) return;
    account(rule, flow_.limit_time_ns(limit, now_ns));
    rule.binding = binding;
    rule.value = value;
  }
  void add(SimTime now_ns, CauseKind kind, const char* reason, const CauseNumbers& numbers);

  // The flow's measurement window.
  void begin_window(SimTime now_ns);
  void end_window(SimTime now_ns);

  // Everything up to the end of the run.
  [[nodiscard]] FlowCauses finish(SimTime now_ns);

 private:
  struct Held {
    Duration time_ns = 0;
    __int128 value_ns = 0;  // value x time
  };
  using AllHeld = std::array<Held, kBindingCount>;
  struct OfKind {
    std::int64_t count = 0;
    std::array<double, kCauseNumberCount> sums = {};
    std::array<std::int64_t, kCauseNumberCount> counts = {};
    std::int64_t kept_every = 1;
    std::vector<Cause> kept;
    Cause last;
  };

  static_assert(kBindingCount <= 64);
  static constexpr Binding kNone = static_cast<Binding>(kBindingCount);
  // By which a limit holds.
  struct Rule {
    Binding binding = kNone;
    std::int64_t value = 0;
    Duration accounted_ns = 0;  // of the limit's time
  };

  void account(Rule& rule, Duration limit_time_ns) {
    const Duration time_ns = limit_time_ns - rule.accounted_ns;
    rule.accounted_ns = limit_time_ns;
    if (rule.binding == kNone) return;
    Held& held = held_[static_cast<std::size_t>(rule.binding)];
    held.time_ns += time_ns;
    held.value_ns += static_cast<__int128>(rule.value) * time_ns;
    in_bucket_ |= std::uint64_t{1} << static_cast<unsigned>(rule.binding);
  }
  // All time until `now_ns`, which is in the present bucket.
  void account_all(SimTime now_ns);
  [[gnu::noinline]] void end_buckets_until(SimTime now_ns);
  void end_bucket();
  [[nodiscard]] std::vector<BindingTime> window_times() const;
  [[nodiscard]] std::vector<CauseSummary> summaries() const;

  CauseResolution resolution_;
  const FlowRecorder& flow_;
  SimTime bucket_end_ns_ = 0;
  std::array<Rule, kSendLimitCount> rules_;  // of each limit
  std::int64_t bucket_ = -1;
  std::uint64_t in_bucket_ = 0;  // a bit for each that has bound in this bucket
  AllHeld held_ = {};
  std::array<Duration, kBindingCount> at_bucket_ns_ = {};  // held_ at the start of the bucket
  std::vector<BindingBucket> buckets_;
  bool is_in_window_ = false;
  AllHeld window_begin_ = {};
  AllHeld window_end_ = {};
  std::array<OfKind, kCauseKindCount> kinds_;
};

}  // namespace ccsim
