// How a number of a run is declared: once, beside the field that holds it. Everything that names,
// explains, formats or draws the number is generated from the tables made of this
// (flow_metrics.h, link_metrics.h, fairness_metrics.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ccsim/units.h"

namespace ccsim {

// What a number measures. It fixes the unit, which is the last word of the number's name.
enum class Quantity : std::uint8_t {
  kRate,         // bits per second: _bps
  kDelay,        // seconds that are read as milliseconds: _s
  kTime,         // seconds: _s
  kBytes,        // _bytes
  kPackets,      // _packets
  kCount,        // _count
  kShare,        // part of a whole, 0 to 1: _ratio
  kFactor,       // one thing over another, as far from 1 at 1/2 as at 2: _ratio
  kIndex,        // 0 to 1, where 1 is best: _index
  kSignedShare,  // -1 to 1: _stdr
};

[[nodiscard]] std::string_view name_of(Quantity quantity);
// The unit as people write it: "bit/s", "s", "bytes", "packets" or, of a plain number, "".
[[nodiscard]] std::string_view unit_of(Quantity quantity);
// The last word of a name.
[[nodiscard]] std::string_view suffix_of(Quantity quantity);

// How a summary comes from the measurement window, and a sample from its interval. Both are called
// the span here.
enum class Aggregation : std::uint8_t {
  kPerSecond,              // what came in the span, over its length
  kTotal,                  // how many in the span
  kRatio,                  // of two counts of the span
  kShareOfTime,            // of the span
  kMeanOverTime,           // weighted by how long each value held
  kMeanOverPackets,        // weighted by the packets that each sample stands for
  kPercentileOverTime,     //
  kPercentileOverPackets,  //
  kMinimum,                // of the span
  kMaximum,                // of the span
  kLast,                   // what held, or was measured last, at the end of the span
  kMoment,                 // a time, or a length of time
  kOverFlows,              // from one number of each flow or group
  kMeanOverSeconds,        // of the values of single seconds
  kMinimumOverSeconds,     // of the values of single seconds
  kMeanOverTransfers,      // or frames that began in the span
  kPercentileOverTransfers,
};

[[nodiscard]] std::string_view name_of(Aggregation aggregation);

// What only some metrics have.
struct MetricExtras {
  std::string_view pane = {};    // of a series: where it is drawn
  double fair = kNoValue;        // the value of equal shares
  std::string_view source = {};  // publication of the definition
  // Whether the number is part of summary_digest. True for those of the first table; later ones
  // stay out, so that a new metric leaves the digests of stored results as they are.
  bool is_digested = true;
  // Only some flows have it. A later number is left out of a result where it is absent.
  bool is_optional = false;
};

// Of a series that is drawn in this pane.
constexpr MetricExtras drawn_in(std::string_view pane) {
  return {.pane = pane};
}

enum class Better : std::uint8_t { kNeither, kMore, kLess };

// A summary as the subject of a sentence, always one thing, to which " of the elephant" can be
// added: "the 95th percentile of the RTT". Of a number with a fair value, nearer to it is better.
struct Phrase {
  std::string_view text = {};
  Better better = Better::kNeither;
};

// Of a number that is a fact and no merit, or has a fair value.
constexpr Phrase said(std::string_view text) {
  return {.text = text, .better = Better::kNeither};
}

constexpr Phrase more_is_better(std::string_view text) {
  return {.text = text, .better = Better::kMore};
}

constexpr Phrase less_is_better(std::string_view text) {
  return {.text = text, .better = Better::kLess};
}

struct MetricDeclaration {
  std::string_view name;   // of the data, everywhere: "p95_rtt_s"
  std::string_view title;  // of a row, an axis or a line: "RTT, 95th percentile"
  Phrase phrase;           // none of a series
  Quantity quantity = Quantity::kCount;
  Aggregation aggregation = Aggregation::kTotal;
  std::string_view definition;  // one sentence, for people
  MetricExtras extras;
};

// A declaration with the field of `Struct` that holds the number. Integers of a time are
// nanoseconds.
template <typename Struct>
struct Declared {
  using Field = std::variant<double Struct::*, std::int64_t Struct::*>;

  Field field;
  MetricDeclaration metric;

  constexpr Declared(Field its_field, std::string_view name, std::string_view title,
                     Quantity quantity, Aggregation aggregation, std::string_view definition,
                     MetricExtras extras = {})
      : Declared(its_field, name, title, Phrase{}, quantity, aggregation, definition, extras) {}

  constexpr Declared(Field its_field, std::string_view name, std::string_view title, Phrase phrase,
                     Quantity quantity, Aggregation aggregation, std::string_view definition,
                     MetricExtras extras = {})
      : field(its_field), metric{name, title, phrase, quantity, aggregation, definition, extras} {}

  // In the unit of the metric's name: counts as integers, all else as floating point.
  [[nodiscard]] constexpr std::variant<double, std::int64_t> number(const Struct& from) const {
    if (const auto* number = std::get_if<double Struct::*>(&field)) return from.**number;
    const std::int64_t integer = from.*std::get<std::int64_t Struct::*>(field);
    if (metric.quantity == Quantity::kDelay || metric.quantity == Quantity::kTime) {
      return seconds_or_nan(integer);
    }
    if (integer == kNoCount) return kNoValue;
    return integer;
  }
};

template <typename Struct, std::size_t size>
using MetricTable = std::array<Declared<Struct>, size>;

// Names and values of a table, in its order.
template <typename Struct, std::size_t size>
[[nodiscard]] std::vector<std::string> names_of(const MetricTable<Struct, size>& table) {
  std::vector<std::string> names;
  for (const Declared<Struct>& entry : table) names.emplace_back(entry.metric.name);
  return names;
}

template <typename Struct, std::size_t size>
[[nodiscard]] std::vector<double> values_of(const MetricTable<Struct, size>& table,
                                            const Struct& from) {
  std::vector<double> values;
  for (const Declared<Struct>& entry : table) {
    values.push_back(
        std::visit([](auto number) { return static_cast<double>(number); }, entry.number(from)));
  }
  return values;
}

}  // namespace ccsim
