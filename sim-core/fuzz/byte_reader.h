// Turns the bytes of a fuzzer into choices. Missing bytes read as zero, so every input is valid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ccsim/algorithm.h"

namespace ccsim::fuzz {

class ByteReader {
 public:
  ByteReader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  [[nodiscard]] bool empty() const { return position_ >= size_; }
  std::uint8_t byte() { return empty() ? 0 : data_[position_++]; }
  bool flag() { return (byte() & 1) != 0; }
  // 0 to bound - 1, from two bytes.
  std::int64_t below(std::int64_t bound) {
    const std::int64_t value = byte() * 256 + byte();
    return value % bound;
  }
  // 0 to 1, both ends within reach.
  double ratio() { return static_cast<double>(byte()) / 255.0; }
  // base * 10^n for n below `decades`, times 1 to almost 10.
  std::int64_t log_scaled(std::int64_t base, std::int64_t decades) {
    std::int64_t value = base;
    for (std::int64_t n = below(decades); n > 0; --n) value *= 10;
    constexpr std::int64_t kSteps = 28;
    return value + value / kSteps * byte();
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t position_ = 0;
};

inline const AlgorithmInfo& choose_algorithm(ByteReader& bytes) {
  return algorithms()[bytes.byte() % algorithms().size()];
}

// A value within the declared bounds.
inline NamedParameter choose_parameter(const ParameterInfo& declared, ByteReader& bytes) {
  const double span = declared.maximum - declared.minimum;
  switch (declared.kind) {
    case ParameterKind::kBoolean:
      return {declared.name, bytes.flag()};
    case ParameterKind::kInteger:
      return {declared.name, static_cast<std::int64_t>(declared.minimum + span * bytes.ratio())};
    case ParameterKind::kNumber:
      return {declared.name, declared.minimum + span * bytes.ratio()};
    case ParameterKind::kChoice:
      return {declared.name, declared.choices[bytes.byte() % declared.choices.size()]};
  }
  return {declared.name, declared.default_value};
}

// Up to three parameters, each once.
inline std::vector<NamedParameter> choose_parameters(const AlgorithmInfo& algorithm,
                                                     ByteReader& bytes) {
  std::vector<NamedParameter> chosen;
  for (int count = bytes.byte() % 4; count > 0 && !algorithm.parameters.empty(); --count) {
    const ParameterInfo& declared =
        algorithm.parameters[bytes.byte() % algorithm.parameters.size()];
    const NamedParameter value = choose_parameter(declared, bytes);
    bool is_new = true;
    for (const NamedParameter& known : chosen) is_new = is_new && known.name != value.name;
    if (is_new) chosen.push_back(value);
  }
  return chosen;
}

}  // namespace ccsim::fuzz
