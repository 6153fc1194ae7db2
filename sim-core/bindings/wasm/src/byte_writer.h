// Writes what series_digest.py specifies: numbers little-endian, texts after their length in bytes,
// every NaN the quiet one without sign and payload.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ccsim::wasm {

static_assert(std::endian::native == std::endian::little);

class ByteWriter {
 public:
  void integer(std::int64_t value) { append(&value, sizeof(value)); }

  void real(double value) {
    constexpr std::uint64_t kQuietNaN = 0x7ff8'0000'0000'0000;
    const std::uint64_t bits = std::isnan(value) ? kQuietNaN : std::bit_cast<std::uint64_t>(value);
    append(&bits, sizeof(bits));
  }

  void reals(const std::vector<double>& values) { reals(values.data(), values.size()); }
  void reals(const double* values, std::size_t count) {
    bytes_.reserve(bytes_.size() + count * sizeof(double));
    for (std::size_t index = 0; index < count; ++index) real(values[index]);
  }

  void text(std::string_view value) {
    integer(static_cast<std::int64_t>(value.size()));
    append(value.data(), value.size());
  }

  void length(std::size_t count) { integer(static_cast<std::int64_t>(count)); }

  void append(const ByteWriter& other) { bytes_ += other.bytes_; }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void append(const void* from, std::size_t count) {
    bytes_.append(static_cast<const char*>(from), count);
  }

  std::string bytes_;
};

}  // namespace ccsim::wasm
