// What bound the flows of a run and where their RTTs went, as bytes.
#pragma once

#include "byte_writer.h"
#include "ccsim/result.h"

namespace ccsim::wasm {

// README.md has the form; without a record its first number says so, and nothing follows.
void write_causes(const RunResult& result, ByteWriter& to);

}  // namespace ccsim::wasm
