// Transfers that begin at random, each over a connection of its own.
#include "transport/traffic_source.h"

namespace ccsim {
namespace {

constexpr const char* kPareto =
    "Crovella, Bestavros: Self-Similarity in World Wide Web Traffic, 1997 (shape 1.0 to 1.3)";
constexpr const char* kLognormal = "Downey: The Structural Cause of File Size Distributions, 2001";

std::vector<ParameterInfo> poisson_parameters() {
  return {
      number_parameter(
          "arrival_rate_hz", 20, {0.01, 100'000},
          {"Transfers that begin per second, mean; the gaps are exponential",
           "Paxson, Floyd: Wide Area Traffic, 1995 (sessions)", "Arrivals per second"}),
      choice_parameter("size_distribution", {"bounded_pareto", "lognormal"},
                       {"How the sizes are distributed", kPareto, "Sizes"}),
      integer_parameter("smallest_bytes", 4'000, {1, 1'000'000'000},
                        {"No transfer is smaller", kPareto, "Smallest"}),
      integer_parameter("largest_bytes", 10'000'000, {1, 100'000'000'000},
                        {"No transfer is larger", kPareto, "Largest"}),
      number_parameter("pareto_shape_ratio", 1.2, {0.1, 10},
                       {"Of a bounded Pareto: how fast the tail falls; the smaller the heavier",
                        kPareto, "Shape of the Pareto tail"}),
      integer_parameter("median_bytes", 10'000, {1, 1'000'000'000},
                        {"Of a lognormal: half of the transfers are smaller", kLognormal,
                         "Median of the lognormal"}),
      number_parameter("lognormal_sigma_ratio", 1.5, {0.01, 5},
                       {"Of a lognormal: standard deviation of the logarithm", kLognormal,
                        "Sigma of the lognormal"}),
      integer_parameter("most_open_count", 1'000, {1, 10'000},
                        {"A transfer that would be one more than this at a time is refused",
                         kOwnChoice, "Most at a time"}),
  };
}

}  // namespace

TrafficInfo describe_poisson_transfers() {
  TrafficInfo info;
  info.name = "poisson_transfers";
  info.title = "Poisson arrivals";
  info.summary =
      "Transfers of very different sizes begin at random times, each over a new connection that "
      "starts slowly; several may run at once";
  info.source = kPareto;
  info.carrier = TrafficCarrier::kManyConnections;
  info.delivers_parts = true;
  info.metrics = {{"open_connection_count", "Connections with a transfer that is not finished"}};
  info.parameters = poisson_parameters();
  return info;
}

}  // namespace ccsim
