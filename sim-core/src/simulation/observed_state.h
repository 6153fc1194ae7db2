// Catches what a controller writes about itself, in the order of a list of names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ccsim/congestion_control.h"
#include "ccsim/units.h"

namespace ccsim {

class ObservedState final : public StateSink {
 public:
  explicit ObservedState(std::vector<std::string> names)
      : names_(std::move(names)), values_(names_.size()) {
    clear();
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<double>& values() const { return values_; }

  // NaN if it is not on the list or has not been written.
  [[nodiscard]] double value(std::string_view name) const {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name) return values_[i];
    }
    return kNoValue;
  }

  void clear() { values_.assign(names_.size(), kNoValue); }
  // Names that are not on the list are ignored.
  void number(std::string_view name, double value) override {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name) {
        values_[i] = value;
        return;
      }
    }
  }

 private:
  std::vector<std::string> names_;
  std::vector<double> values_;
};

}  // namespace ccsim
