#include <algorithm>
#include <utility>

#include "ccsim/parameters.h"
#include "engine/assert.h"

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
    CCSIM_ASSERT(set != given.end() || !info.is_required);
    ParameterValue value = set == given.end() ? info.default_value : as_kind(info.kind, set->value);
    CCSIM_ASSERT(value.index() == info.default_value.index());
    values_.push_back({info.name, std::move(value)});
  }
  for (const NamedParameter& one : given) {
    CCSIM_ASSERT(std::any_of(values_.begin(), values_.end(), [&one](const NamedParameter& known) {
      return known.name == one.name;
    }));
  }
}

const ParameterValue& ParameterSet::find(std::string_view name) const {
  for (std::size_t passed = 0; passed < values_.size(); ++passed) {
    if (next_ >= values_.size()) next_ = 0;
    const NamedParameter& one = values_[next_++];
    if (one.name == name) return one.value;
  }
  CCSIM_ASSERT(false);
  return values_.front().value;
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
