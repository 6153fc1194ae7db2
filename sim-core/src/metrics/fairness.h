// How evenly the flows share: the formulas, apart from where the numbers come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ccsim/result.h"

namespace ccsim {

// (sum x)^2 / (n sum x^2) (Jain, Chiu and Hawe, DEC TR-301, 1984); NaN if all are zero.
[[nodiscard]] double jain_index(const std::vector<double>& rates);

// Mean rate of the flows of a group; NaN for a group without flows.
[[nodiscard]] double group_mean(const std::vector<double>& rates,
                                const std::vector<std::int64_t>& groups, std::int64_t group);

// a / b; NaN if b is zero or either is missing.
[[nodiscard]] double ratio_of(double a, double b);

// (a - b) / (a + b) (Sensors 2025, 25, 5374); NaN if both are zero or either is missing.
[[nodiscard]] double stdr_of(double a, double b);

// Collects what flows did second by second. Seconds are [k, k + 1) since the start of the run;
// those in which not every flow was active from beginning to end are not given to it.
class SecondsFairness {
 public:
  explicit SecondsFairness(std::vector<std::int64_t> groups) : groups_(std::move(groups)) {}

  // Per-flow rates of one second; any unit.
  void add(const std::vector<double>& throughputs, const std::vector<double>& goodputs);
  // Fills the fields of the summary that are means or minima over seconds.
  void fill(FairnessSummary& summary) const;

 private:
  // A mean that leaves out what is not defined.
  struct Mean {
    double sum = 0;
    std::int64_t count = 0;
    void add(double value);
    [[nodiscard]] double value() const;
  };
  struct Minimum {
    double lowest = 0;
    bool is_set = false;
    void add(double value);
    [[nodiscard]] double value() const;
  };

  std::vector<std::int64_t> groups_;
  Mean throughput_ratio_;
  Mean goodput_ratio_;
  Mean jain_;
  Mean goodput_jain_;
  Minimum lowest_jain_;
  Minimum lowest_goodput_jain_;
  std::int64_t second_count_ = 0;
};

// Fills the fields of the summary that come from means over the whole window.
void fill_window_fairness(const std::vector<double>& throughputs,
                          const std::vector<double>& goodputs,
                          const std::vector<std::int64_t>& groups, FairnessSummary& summary);

}  // namespace ccsim
