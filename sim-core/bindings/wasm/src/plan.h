// A plan: the core's scenario as flat bytes. See README.md for the format.
#pragma once

#include <optional>
#include <string_view>

#include "ccsim/scenario.h"

namespace ccsim::wasm {

inline constexpr std::int64_t kPlanVersion = 1;

// None if the bytes are not a plan of this version. Its writer has checked that the
// values are sensible: the core asserts it.
[[nodiscard]] std::optional<Scenario> read_plan(std::string_view bytes);

}  // namespace ccsim::wasm
