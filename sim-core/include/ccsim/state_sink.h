// Where a part of a run writes its named state.
#pragma once

#include <string_view>

namespace ccsim {

// Called on demand, at sample times only. Names are fixed per algorithm or queue discipline and
// declared in its registry entry, with the unit as the last word.
class StateSink {
 public:
  virtual ~StateSink() = default;
  // `name` is one of the declared metric names. NaN means "not set now".
  virtual void number(std::string_view name, double value) = 0;
};

}  // namespace ccsim
