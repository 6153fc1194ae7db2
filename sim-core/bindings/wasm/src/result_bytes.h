// The numbers of a finished run as bytes, made from the tables of metrics: a new one is there
// without an edit here.
#pragma once

#include <string_view>

#include "byte_writer.h"
#include "ccsim/result.h"

namespace ccsim::wasm {

// See README.md for the format. `series_digest` is empty if no series were recorded.
[[nodiscard]] ByteWriter result_bytes(const RunResult& result, std::string_view series_digest);

}  // namespace ccsim::wasm
