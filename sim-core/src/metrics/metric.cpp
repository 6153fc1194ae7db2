#include "ccsim/metric.h"

namespace ccsim {
namespace {

struct QuantityWords {
  std::string_view name;
  std::string_view unit;
  std::string_view suffix;
};

QuantityWords words_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::kRate:
      return {"rate", "bit/s", "bps"};
    case Quantity::kDelay:
      return {"delay", "s", "s"};
    case Quantity::kTime:
      return {"time", "s", "s"};
    case Quantity::kBytes:
      return {"bytes", "bytes", "bytes"};
    case Quantity::kPackets:
      return {"packets", "packets", "packets"};
    case Quantity::kCount:
      return {"count", "", "count"};
    case Quantity::kShare:
      return {"share", "", "ratio"};
    case Quantity::kFactor:
      return {"factor", "", "ratio"};
    case Quantity::kIndex:
      return {"index", "", "index"};
    case Quantity::kSignedShare:
      return {"signed_share", "", "stdr"};
  }
  return {};
}

}  // namespace

std::string_view name_of(Quantity quantity) {
  return words_of(quantity).name;
}

std::string_view unit_of(Quantity quantity) {
  return words_of(quantity).unit;
}

std::string_view suffix_of(Quantity quantity) {
  return words_of(quantity).suffix;
}

std::string_view name_of(Aggregation aggregation) {
  switch (aggregation) {
    case Aggregation::kPerSecond:
      return "per_second";
    case Aggregation::kTotal:
      return "total";
    case Aggregation::kRatio:
      return "ratio";
    case Aggregation::kShareOfTime:
      return "share_of_time";
    case Aggregation::kMeanOverTime:
      return "mean_over_time";
    case Aggregation::kMeanOverPackets:
      return "mean_over_packets";
    case Aggregation::kPercentileOverTime:
      return "percentile_over_time";
    case Aggregation::kPercentileOverPackets:
      return "percentile_over_packets";
    case Aggregation::kMinimum:
      return "minimum";
    case Aggregation::kMaximum:
      return "maximum";
    case Aggregation::kLast:
      return "last";
    case Aggregation::kMoment:
      return "moment";
    case Aggregation::kOverFlows:
      return "over_flows";
    case Aggregation::kMeanOverSeconds:
      return "mean_over_seconds";
    case Aggregation::kMinimumOverSeconds:
      return "minimum_over_seconds";
    case Aggregation::kMeanOverTransfers:
      return "mean_over_transfers";
    case Aggregation::kPercentileOverTransfers:
      return "percentile_over_transfers";
  }
  return {};
}

}  // namespace ccsim
