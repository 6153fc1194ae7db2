#include "ccsim/rng.h"

namespace ccsim {
namespace {

// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014; constants of Stafford's mix 13).
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

constexpr std::uint64_t kGoldenGamma = 0x9E3779B97F4A7C15ULL;
constexpr int kLinkShift = 16;  // purposes are small numbers
constexpr int kDoubleMantissaBits = 53;
constexpr double kUniformStep = 1.0 / 9007199254740992.0;  // 2^-53

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::uint32_t flow_index, RandomPurpose purpose,
                           std::uint32_t link_index)
    : key_a_(mix(mix(seed + kGoldenGamma) + (static_cast<std::uint64_t>(flow_index) << 32 |
                                             link_index << kLinkShift |
                                             static_cast<std::uint64_t>(purpose)))),
      key_b_(mix(key_a_ + kGoldenGamma)) {}

std::uint64_t RandomStream::bits_at(std::uint64_t index) const {
  // Two keyed rounds, so that neighbouring indices and neighbouring keys share nothing.
  return mix(mix(index * kGoldenGamma + key_a_) + key_b_);
}

double RandomStream::uniform_at(std::uint64_t index) const {
  return static_cast<double>(bits_at(index) >> (64 - kDoubleMantissaBits)) * kUniformStep;
}

std::int64_t RandomStream::next_below(std::int64_t bound) {
  const auto wide = static_cast<unsigned __int128>(next_bits()) *
                    static_cast<unsigned __int128>(static_cast<std::uint64_t>(bound));
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(wide >> 64));
}

}  // namespace ccsim
