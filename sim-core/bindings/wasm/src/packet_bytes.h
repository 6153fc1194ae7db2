// The packet events of a window as bytes; the format is in README.md.
#pragma once

#include <cstddef>

#include "byte_writer.h"
#include "ccsim/result.h"

namespace ccsim::wasm {

// The events of a window, at most `most_given` of them, the first ones.
[[nodiscard]] ByteWriter packet_bytes(const std::vector<PacketRecord>& packets, bool is_truncated,
                                      std::size_t most_given);

}  // namespace ccsim::wasm
