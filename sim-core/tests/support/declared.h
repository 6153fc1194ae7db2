// What every list of declared parameters must keep, and the values at its ends.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "ccsim/parameters.h"

namespace ccsim {

inline std::vector<ParameterValue> extremes_of(const ParameterInfo& parameter) {
  switch (parameter.kind) {
    case ParameterKind::kNumber:
      return {parameter.minimum, parameter.maximum};
    case ParameterKind::kInteger:
      return {static_cast<std::int64_t>(parameter.minimum),
              static_cast<std::int64_t>(parameter.maximum)};
    case ParameterKind::kBoolean:
      return {true, false};
    case ParameterKind::kChoice:
      return {parameter.choices.begin(), parameter.choices.end()};
  }
  return {};
}

// The required ones at their lower ends.
inline std::vector<NamedParameter> required_of(const std::vector<ParameterInfo>& parameters) {
  std::vector<NamedParameter> given;
  for (const ParameterInfo& parameter : parameters) {
    if (parameter.is_required) given.push_back({parameter.name, extremes_of(parameter).front()});
  }
  return given;
}

// Names are unique, everything is explained, and defaults lie within their bounds.
inline void expect_sound(const std::vector<ParameterInfo>& parameters) {
  std::set<std::string> seen;
  const ParameterSet set(parameters, required_of(parameters));
  for (const ParameterInfo& parameter : parameters) {
    EXPECT_TRUE(seen.insert(parameter.name).second) << parameter.name;
    EXPECT_FALSE(parameter.description.empty()) << parameter.name;
    EXPECT_FALSE(parameter.source.empty()) << parameter.name;
    switch (parameter.kind) {
      case ParameterKind::kNumber:
      case ParameterKind::kInteger:
        EXPECT_LE(parameter.minimum, set.number(parameter.name)) << parameter.name;
        EXPECT_GE(parameter.maximum, set.number(parameter.name)) << parameter.name;
        break;
      case ParameterKind::kChoice:
        EXPECT_EQ(std::count(parameter.choices.begin(), parameter.choices.end(),
                             set.choice(parameter.name)),
                  1)
            << parameter.name;
        break;
      case ParameterKind::kBoolean:
        static_cast<void>(set.boolean(parameter.name));
        break;
    }
  }
}

}  // namespace ccsim
