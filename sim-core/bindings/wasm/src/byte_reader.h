// Reads what the page wrote: numbers little-endian, as the machine of WebAssembly has them, texts
// after their length in bytes. What runs out of bytes reads zeros and says so.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace ccsim::wasm {

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  // Everything was there so far, and every text that names something named it.
  [[nodiscard]] bool is_good() const { return is_good_; }
  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
  void refuse() { is_good_ = false; }

  std::int64_t integer() { return number<std::int64_t>(); }
  double real() { return number<double>(); }
  bool boolean() { return integer() != 0; }

  std::string text() { return std::string(take(integer())); }

  // The length of a list: no more entries than there are bytes left.
  std::int64_t length() {
    const std::int64_t length = integer();
    if (length < 0 || length > static_cast<std::int64_t>(rest_.size())) refuse();
    return is_good_ ? length : 0;
  }

 private:
  template <typename Number>
  Number number() {
    Number value{};
    const std::string_view bytes = take(sizeof(value));
    if (bytes.size() == sizeof(value)) std::memcpy(&value, bytes.data(), sizeof(value));
    return value;
  }

  std::string_view take(std::int64_t count) {
    if (count < 0 || count > static_cast<std::int64_t>(rest_.size())) {
      refuse();
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(static_cast<std::size_t>(count));
    return taken;
  }

  std::string_view rest_;
  bool is_good_ = true;
};

}  // namespace ccsim::wasm
