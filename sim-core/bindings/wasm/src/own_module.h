// A user's own algorithm, a module that the host runs beside the core (docs/own-algorithms.md).
#pragma once

#include <memory>
#include <string_view>

#include "ccsim/algorithm_module.h"

namespace ccsim::wasm {

// What a host declares of it; null if the bytes are no declaration. README.md has the format.
[[nodiscard]] std::shared_ptr<AlgorithmModule> read_module(std::string_view declaration);

}  // namespace ccsim::wasm
