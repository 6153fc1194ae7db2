// SHA-256 (FIPS 180-4): a page that was opened by http from another machine has none of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ccsim::wasm {

class Sha256 {
 public:
  void update(std::string_view bytes);
  // In hexadecimal, of all bytes so far; later bytes continue from here.
  [[nodiscard]] std::string hex_digest() const;

 private:
  static constexpr std::size_t kBlockBytes = 64;
  void take_block(const unsigned char* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, kBlockBytes> open_{};
  std::uint64_t length_bytes_ = 0;
};

}  // namespace ccsim::wasm
