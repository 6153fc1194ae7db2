// Short ways to declare a parameter, so that an algorithm's list reads like a table.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/units.h"

namespace ccsim {

struct Bounds {
  double minimum = 0;
  double maximum = 0;
};

// `description` is one sentence without its full stop; `source` names what is public.
struct About {
  std::string description;
  std::string source;
};

[[nodiscard]] inline ParameterInfo number_parameter(std::string name, double default_value,
                                                    Bounds bounds, About about) {
  return {std::move(name),
          ParameterKind::kNumber,
          default_value,
          bounds.minimum,
          bounds.maximum,
          {},
          std::move(about.description),
          std::move(about.source)};
}

[[nodiscard]] inline ParameterInfo integer_parameter(std::string name, std::int64_t default_value,
                                                     Bounds bounds, About about) {
  return {std::move(name),
          ParameterKind::kInteger,
          default_value,
          bounds.minimum,
          bounds.maximum,
          {},
          std::move(about.description),
          std::move(about.source)};
}

[[nodiscard]] inline ParameterInfo boolean_parameter(std::string name, bool default_value,
                                                     About about) {
  return {std::move(name),
          ParameterKind::kBoolean,
          default_value,
          0,
          0,
          {},
          std::move(about.description),
          std::move(about.source)};
}

// The first of `choices` is the default.
[[nodiscard]] inline ParameterInfo choice_parameter(std::string name,
                                                    std::vector<std::string> choices, About about) {
  std::string default_value = choices.front();
  return {std::move(name),    ParameterKind::kChoice,       std::move(default_value), 0, 0,
          std::move(choices), std::move(about.description), std::move(about.source)};
}

}  // namespace ccsim
