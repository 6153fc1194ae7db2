#include "transport/arrival_process.h"

#include <algorithm>
#include <cmath>

#include "ccsim/exact_math.h"
#include "engine/normal.h"

namespace ccsim {

Duration exponential_ns(RandomStream& random, double mean_ns) {
  const double gap_ns = -exact_ln(1 - random.next_uniform()) * mean_ns;
  return std::max<Duration>(std::llround(gap_ns), 1);
}

ArrivalProcess::ArrivalProcess(const ParameterSet& parameters, const RandomStream& random)
    : random_(random),
      mean_gap_ns_(static_cast<double>(kNanosecondsPerSecond) /
                   parameters.number("arrival_rate_hz")),
      is_lognormal_(parameters.choice("size_distribution") == "lognormal"),
      smallest_bytes_(parameters.number("smallest_bytes")),
      largest_bytes_(std::max(parameters.number("largest_bytes"), smallest_bytes_)),
      shape_(parameters.number("pareto_shape_ratio")),
      median_bytes_(parameters.number("median_bytes")),
      sigma_(parameters.number("lognormal_sigma_ratio")),
      most_open_count_(parameters.integer("most_open_count")) {}

ArrivalProcess::Arrival ArrivalProcess::next() {
  Arrival arrival;
  arrival.gap_ns = exponential_ns(random_, mean_gap_ns_);
  const double bytes = is_lognormal_ ? lognormal_bytes() : pareto_bytes();
  arrival.size_bytes = std::llround(std::clamp(bytes, smallest_bytes_, largest_bytes_));
  return arrival;
}

// The inverse of the distribution function F(x) = (1 - (L/x)^a) / (1 - (L/H)^a).
double ArrivalProcess::pareto_bytes() {
  const double share_above = exact_pow(smallest_bytes_ / largest_bytes_, shape_);
  const double tail = 1 - random_.next_uniform() * (1 - share_above);
  return smallest_bytes_ / exact_pow(tail, 1 / shape_);
}

double ArrivalProcess::lognormal_bytes() {
  return median_bytes_ * exact_exp(sigma_ * next_normal(random_));
}

}  // namespace ccsim
