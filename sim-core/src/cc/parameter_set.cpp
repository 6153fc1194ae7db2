#include <algorithm>
#include <cassert>
#include <utility>

#include "ccsim/algorithm.h"

namespace ccsim {
namespace {

// An integer is a fine number: the border may send 1 where 1.0 is meant.
ParameterValue as_kind(ParameterKind kind, const ParameterValue& value) {
  if (kind == ParameterKind::kNumber && std::holds_alternative<std::int64_t>(value)) {
    return static_cast<double>(std::get<std::int64_t>(value));
  }
  return value;
}

}  // namespace

ParameterSet::ParameterSet(const std::vector<ParameterInfo>& declared,
                           const std::vector<NamedParameter>& given) {
  values_.reserve(declared.size());
  for (const ParameterInfo& info : declared) {
    const auto set = std::find_if(given.begin(), given.end(), [&info](const NamedParameter& one) {
      return one.name == info.name;
    });
    ParameterValue value = set == given.end() ? info.default_value : as_kind(info.kind, set->value);
    assert(value.index() == info.default_value.index() && "a parameter of the wrong kind");
    values_.push_back({info.name, std::move(value)});
  }
  assert(std::all_of(given.begin(), given.end(),
                     [this](const NamedParameter& one) {
                       return std::any_of(
                           values_.begin(), values_.end(),
                           [&one](const NamedParameter& known) { return known.name == one.name; });
                     }) &&
         "a parameter that the algorithm does not declare");
}

const ParameterValue& ParameterSet::find(std::string_view name) const {
  const auto found = std::find_if(values_.begin(), values_.end(),
                                  [name](const NamedParameter& one) { return one.name == name; });
  assert(found != values_.end() && "an algorithm asks for a parameter that it does not declare");
  return found->value;
}

bool ParameterSet::boolean(std::string_view name) const {
  return std::get<bool>(find(name));
}

std::int64_t ParameterSet::integer(std::string_view name) const {
  return std::get<std::int64_t>(find(name));
}

double ParameterSet::number(std::string_view name) const {
  const ParameterValue& value = find(name);
  if (std::holds_alternative<std::int64_t>(value)) {
    return static_cast<double>(std::get<std::int64_t>(value));
  }
  return std::get<double>(value);
}

const std::string& ParameterSet::choice(std::string_view name) const {
  return std::get<std::string>(find(name));
}

}  // namespace ccsim
