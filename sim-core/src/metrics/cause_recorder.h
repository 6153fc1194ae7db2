// Writes down what binds one flow and what set it, within a fixed amount of memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ccsim/cause.h"
#include "metrics/time_integral.h"

namespace ccsim {

// How finely a run is recorded: the more flows, the less of each.
struct CauseResolution {
  Duration bucket_ns = 0;
  std::size_t kept_per_kind = 0;  // at least 2

  [[nodiscard]] static CauseResolution of(Duration duration_ns, std::size_t flow_count);
};

class CauseRecorder {
 public:
  explicit CauseRecorder(const CauseResolution& resolution) : resolution_(resolution) {}

  // From `now_ns` on `binding` holds the flow back, with this window or rate.
  void set(Binding binding, std::int64_t value, SimTime now_ns) {
    if (binding == binding_ && value == value_) return;
    if (now_ns >= bucket_end_ns_) [[unlikely]] {
      set_beyond(binding, value, now_ns);
      return;
    }
    add_time(now_ns);
    binding_ = binding;
    value_ = value;
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
    WideSum value_ns = 0;  // value x time
  };
  using AllHeld = std::array<Held, kBindingCount + 1>;  // the last: nothing yet
  struct OfKind {
    std::int64_t count = 0;
    std::array<double, kCauseNumberCount> sums = {};
    std::array<std::int64_t, kCauseNumberCount> counts = {};
    std::int64_t kept_every = 1;
    std::vector<Cause> kept;
    Cause last;
  };

  static_assert(kBindingCount < 64);
  static constexpr Binding kNone = static_cast<Binding>(kBindingCount);

  // set() in a bucket after this one. All of it, so that set() ends with it.
  [[gnu::noinline]] void set_beyond(Binding binding, std::int64_t value, SimTime now_ns);
  void account(SimTime now_ns) {
    if (now_ns >= bucket_end_ns_) {
      fill_buckets(now_ns);
      return;
    }
    add_time(now_ns);
  }
  void add_time(SimTime now_ns) {
    Held& held = held_[static_cast<std::size_t>(binding_)];
    held.time_ns += now_ns - since_ns_;
    held.value_ns += static_cast<__int128>(value_) * (now_ns - since_ns_);
    in_bucket_ |= bit_of(binding_);
    since_ns_ = now_ns;
  }
  [[nodiscard]] static std::uint64_t bit_of(Binding binding) {
    return std::uint64_t{1} << static_cast<unsigned>(binding);
  }
  void fill_buckets(SimTime now_ns);
  void end_bucket();
  [[nodiscard]] std::vector<BindingTime> window_times() const;
  [[nodiscard]] std::vector<CauseSummary> summaries() const;

  CauseResolution resolution_;
  Binding binding_ = kNone;
  std::int64_t value_ = 0;
  SimTime since_ns_ = 0;
  SimTime bucket_end_ns_ = 0;
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
