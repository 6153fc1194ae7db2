// What can be set in an algorithm, a queue discipline, a loss model or a kind of traffic: how a
// parameter is declared, and the values of one instance.
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ccsim/units.h"

namespace ccsim {

using ParameterValue = std::variant<bool, std::int64_t, double, std::string>;

enum class ParameterKind : std::uint8_t { kBoolean, kInteger, kNumber, kChoice };

struct ParameterInfo {
  std::string name;  // unit as its last word
  ParameterKind kind = ParameterKind::kNumber;
  ParameterValue default_value;
  double minimum = 0;  // of numbers and integers
  double maximum = 0;
  std::vector<std::string> choices;  // of a choice
  std::string description;
  std::string source;        // public source of the default: RFC and section, kernel file, paper
  std::string title;         // what a form calls it; empty: its name without the unit
  bool is_required = false;  // has no default: the value above is one to begin with
  // Whether summary_digest covers it also with its default. Later parameters of an algorithm do
  // not, so that a new one leaves the digests of stored results as they are.
  bool is_digested = true;
};

struct NamedParameter {
  std::string name;
  ParameterValue value;
};

// One entry of a registry, with the parameters that differ from their defaults.
struct ComponentChoice {
  std::string kind;  // the entry's name
  std::vector<NamedParameter> parameters;
};

// Parameters of one instance with every default filled in. For one thread.
class ParameterSet {
 public:
  ParameterSet() = default;
  // Every name in `given` must be declared and of its kind, and every required one given: the
  // border has checked (asserted).
  ParameterSet(const std::vector<ParameterInfo>& declared,
               const std::vector<NamedParameter>& given);

  [[nodiscard]] bool boolean(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] double number(std::string_view name) const;  // also of an integer parameter
  [[nodiscard]] const std::string& choice(std::string_view name) const;
  [[nodiscard]] const std::vector<NamedParameter>& all() const { return values_; }

  // What `make` makes of the parameters. It is made once, however many instances have them.
  template <class Made>
  [[nodiscard]] const Made& once(Made (*make)(const ParameterSet&)) const {
    if (std::any_cast<Made>(&made_) == nullptr) made_ = make(*this);
    return *std::any_cast<Made>(&made_);
  }

 private:
  [[nodiscard]] const ParameterValue& find(std::string_view name) const;
  std::vector<NamedParameter> values_;
  // Where the next search begins: they are mostly asked for in the order of their declaration.
  mutable std::size_t next_ = 0;
  mutable std::any made_;
};

// --- short ways to declare, so that a list of parameters reads like a table

struct Bounds {
  double minimum = 0;
  double maximum = 0;
};

// `description` has no full stop at its end; `source` names what is public.
struct About {
  std::string description;
  std::string source;
  std::string title = {};
};

[[nodiscard]] inline ParameterInfo declared_parameter(std::string name, ParameterKind kind,
                                                      ParameterValue default_value, About about) {
  ParameterInfo info;
  info.name = std::move(name);
  info.kind = kind;
  info.default_value = std::move(default_value);
  info.description = std::move(about.description);
  info.source = std::move(about.source);
  info.title = std::move(about.title);
  return info;
}

[[nodiscard]] inline ParameterInfo number_parameter(std::string name, double default_value,
                                                    Bounds bounds, About about) {
  ParameterInfo info =
      declared_parameter(std::move(name), ParameterKind::kNumber, default_value, std::move(about));
  info.minimum = bounds.minimum;
  info.maximum = bounds.maximum;
  return info;
}

[[nodiscard]] inline ParameterInfo integer_parameter(std::string name, std::int64_t default_value,
                                                     Bounds bounds, About about) {
  ParameterInfo info =
      declared_parameter(std::move(name), ParameterKind::kInteger, default_value, std::move(about));
  info.minimum = bounds.minimum;
  info.maximum = bounds.maximum;
  return info;
}

[[nodiscard]] inline ParameterInfo boolean_parameter(std::string name, bool default_value,
                                                     About about) {
  return declared_parameter(std::move(name), ParameterKind::kBoolean, default_value,
                            std::move(about));
}

// The first of `choices` is the default.
[[nodiscard]] inline ParameterInfo choice_parameter(std::string name,
                                                    std::vector<std::string> choices, About about) {
  ParameterInfo info = declared_parameter(std::move(name), ParameterKind::kChoice, choices.front(),
                                          std::move(about));
  info.choices = std::move(choices);
  return info;
}

[[nodiscard]] inline ParameterInfo required(ParameterInfo info) {
  info.is_required = true;
  return info;
}

// Came to its algorithm when there were results already.
[[nodiscard]] inline ParameterInfo added_later(ParameterInfo info) {
  info.is_digested = false;
  return info;
}

}  // namespace ccsim
