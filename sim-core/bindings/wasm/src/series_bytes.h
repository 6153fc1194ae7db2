// Series as bytes. A chunk has the form that worker/lab_exec/series_digest.py specifies, so that
// the digest and what is handed over are one format.
#pragma once

#include <string>

#include "byte_writer.h"
#include "ccsim/result.h"

namespace ccsim::wasm {

// What enters the digest of the series.
[[nodiscard]] ByteWriter digested_bytes(const SeriesChunk& chunk);

// length:i64 subject* with the columns of the chunk that its digest leaves out or names otherwise,
// under the core's own names; subjects without any are not there.
void write_undigested(const SeriesChunk& chunk, ByteWriter& to);

// The form of a chunk, all columns under the core's own names, with chunk_index -1.
[[nodiscard]] ByteWriter tail_bytes(const SeriesTail& tail);

}  // namespace ccsim::wasm
