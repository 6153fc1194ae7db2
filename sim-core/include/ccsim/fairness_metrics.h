// The numbers between flows: the fields that hold them and what each one means.
#pragma once

#include <cstdint>

#include "ccsim/metric.h"

namespace ccsim {

// Over the measurement window. A number that does not exist is NaN: a ratio with one group.
struct FairnessSummary {
  double jain_index = 0;
  double goodput_jain_index = 0;
  double throughput_ratio = 0;
  double goodput_ratio = 0;
  double mean_1s_throughput_ratio = 0;
  double mean_1s_goodput_ratio = 0;
  double throughput_stdr = 0;
  double goodput_stdr = 0;
  double mean_1s_jain_index = 0;
  double min_1s_jain_index = 0;
  double mean_1s_goodput_jain_index = 0;
  double min_1s_goodput_jain_index = 0;
  std::int64_t jain_second_count = 0;
};

#define CCSIM_FIELD(field) &Fairness::field, #field

inline constexpr auto kFairnessSummary = [] {
  using enum Quantity;
  using enum Aggregation;
  using Fairness = FairnessSummary;
  constexpr MetricExtras kJain = {.fair = 1, .source = "Jain, Chiu, Hawe, DEC TR-301, 1984"};
  constexpr MetricExtras kStdr = {.fair = 0, .source = "Sensors 2025, 25, 5374"};
  constexpr MetricExtras kEqual = {.fair = 1};
  return std::to_array<Declared<Fairness>>({
      {CCSIM_FIELD(jain_index), "Jain's index", said("Jain's index"), kIndex, kOverFlows,
       "(Σx)² / (n Σx²) of each flow's mean throughput over its window: 1 is equal, 1/n is one "
       "flow alone.",
       kJain},
      {CCSIM_FIELD(goodput_jain_index), "Jain's index of goodput", said("Jain's index of goodput"),
       kIndex, kOverFlows,
       "(Σx)² / (n Σx²) of each flow's mean goodput over its window: 1 is equal, 1/n is one flow "
       "alone.",
       kJain},
      {CCSIM_FIELD(throughput_ratio), "throughput ratio", said("the throughput ratio"), kFactor,
       kOverFlows, "Mean throughput of the flows of group 0 over that of group 1.", kEqual},
      {CCSIM_FIELD(goodput_ratio), "goodput ratio", said("the goodput ratio"), kFactor, kOverFlows,
       "Mean goodput of the flows of group 0 over that of group 1.", kEqual},
      {CCSIM_FIELD(mean_1s_throughput_ratio), "throughput ratio per second",
       said("the mean throughput ratio per second"), kFactor, kMeanOverSeconds,
       "Mean over seconds of group 0's throughput over group 1's within the second; seconds of the "
       "window in which all flows are active throughout.",
       kEqual},
      {CCSIM_FIELD(mean_1s_goodput_ratio), "goodput ratio per second",
       said("the mean goodput ratio per second"), kFactor, kMeanOverSeconds,
       "Mean over seconds of group 0's goodput over group 1's within the second; seconds of the "
       "window in which all flows are active throughout.",
       kEqual},
      {CCSIM_FIELD(throughput_stdr), "STDR", said("STDR"), kSignedShare, kOverFlows,
       "(a - b) / (a + b) with a, b the mean throughput of groups 0 and 1: 1 if group 0 has all, "
       "-1 if group 1 has.",
       kStdr},
      {CCSIM_FIELD(goodput_stdr), "STDR of goodput", said("STDR of goodput"), kSignedShare,
       kOverFlows,
       "(a - b) / (a + b) with a, b the mean goodput of groups 0 and 1: 1 if group 0 has all, -1 "
       "if group 1 has.",
       kStdr},
      {CCSIM_FIELD(mean_1s_jain_index), "Jain's index per second, mean",
       said("the mean of Jain's index per second"), kIndex, kMeanOverSeconds,
       "(Σx)² / (n Σx²) of the flows' throughput within each second, averaged over the seconds of "
       "the window in which all flows are active throughout; lower than over the whole window if "
       "shares fluctuate.",
       kJain},
      {CCSIM_FIELD(min_1s_jain_index), "Jain's index per second, lowest",
       said("the lowest value of Jain's index per second"), kIndex, kMinimumOverSeconds,
       "(Σx)² / (n Σx²) of the flows' throughput in the least equal second of the window in "
       "which all flows are active throughout.",
       kJain},
      {CCSIM_FIELD(mean_1s_goodput_jain_index), "Jain's index of goodput per second, mean",
       said("the mean of Jain's index of goodput per second"), kIndex, kMeanOverSeconds,
       "(Σx)² / (n Σx²) of the flows' goodput within each second, averaged over the seconds of the "
       "window in which all flows are active throughout; lower than over the whole window if "
       "shares fluctuate.",
       kJain},
      {CCSIM_FIELD(min_1s_goodput_jain_index), "Jain's index of goodput per second, lowest",
       said("the lowest value of Jain's index of goodput per second"), kIndex, kMinimumOverSeconds,
       "(Σx)² / (n Σx²) of the flows' goodput in the least equal second of the window in which "
       "all flows are active throughout.",
       kJain},
      {CCSIM_FIELD(jain_second_count), "seconds in the per-second indices",
       said("the number of seconds in the per-second indices"), kCount, kTotal,
       "Number of seconds of the window in which all flows are active throughout."},
  });
}();
static_assert(sizeof(FairnessSummary) == 8 * kFairnessSummary.size(), "a field is not declared");

#undef CCSIM_FIELD

}  // namespace ccsim
