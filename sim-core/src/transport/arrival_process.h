// When transfers begin and how large they are, from the seed alone: what the network does changes
// nothing of it, so two algorithms meet the same arrivals.
#pragma once

#include "ccsim/parameters.h"
#include "ccsim/rng.h"
#include "ccsim/units.h"

namespace ccsim {

// Exponentially distributed, at least 1 ns.
[[nodiscard]] Duration exponential_ns(RandomStream& random, double mean_ns);

class ArrivalProcess {
 public:
  // Of the kind `poisson_transfers`.
  ArrivalProcess(const ParameterSet& parameters, const RandomStream& random);

  struct Arrival {
    Duration gap_ns = 0;  // since the one before
    Bytes size_bytes = 0;
  };
  [[nodiscard]] Arrival next();
  [[nodiscard]] std::int64_t most_open() const { return most_open_count_; }

 private:
  [[nodiscard]] double pareto_bytes();
  [[nodiscard]] double lognormal_bytes();

  RandomStream random_;
  double mean_gap_ns_;
  bool is_lognormal_;
  double smallest_bytes_;
  double largest_bytes_;
  double shape_;
  double median_bytes_;
  double sigma_;
  std::int64_t most_open_count_;
};

}  // namespace ccsim
