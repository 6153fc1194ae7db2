// A short run out of bytes, within the bounds that the schema of scenarios allows.
#pragma once

#include "byte_reader.h"
#include "ccsim/scenario.h"

namespace ccsim::fuzz {

[[nodiscard]] Scenario scenario_from_bytes(ByteReader& bytes);

}  // namespace ccsim::fuzz
