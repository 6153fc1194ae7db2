// The rate of a link over time, in pieces of constant rate. A ramp is a staircase of equal steps of
// at least 1 ms and at most 1,000 of them, each at the rate in its middle: over the ramp it sends
// what a straight line would, and within a step every time is exact.
#pragma once

#include <vector>

#include "ccsim/scenario.h"

namespace ccsim {

class RateProfile {
 public:
  struct Piece {
    SimTime from_ns = 0;
    BitRate rate_bps = 0;
  };

  RateProfile(BitRate first_bps, const std::vector<RateStep>& steps);

  // The first one begins at 0.
  [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
  // What the link could have sent from 0 to `now_ns`, in 1e-9 bits.
  [[nodiscard]] __int128 capacity_until(SimTime now_ns) const;

 private:
  void add(SimTime from_ns, BitRate rate_bps);

  std::vector<Piece> pieces_;
  std::vector<__int128> before_;  // the capacity before each piece
};

}  // namespace ccsim
