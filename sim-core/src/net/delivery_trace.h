// The times at which a link may send, as a trace of a real or imagined one gives them: at each up
// to 1,500 bytes leave (Winstein, Sivaraman and Balakrishnan, NSDI 2013; the format of Mahimahi's
// link emulator, Netravali et al., ATC 2015). After the last one the trace begins again, or its
// last second does (TraceEnd).
#pragma once

#include <vector>

#include "ccsim/scenario.h"

namespace ccsim {

class DeliveryTrace {
 public:
  // What may leave at one time.
  struct Opportunity {
    SimTime at_ns = 0;
    Bytes bytes = 0;
  };

  // `times_ns` as in LinkChanges: not empty, never falling, the last one above 0.
  explicit DeliveryTrace(const std::vector<Duration>& times_ns, TraceEnd end = TraceEnd::kRepeat);

  // The n-th one, counted from 0, over all that comes after the end.
  [[nodiscard]] Opportunity at(std::int64_t n) const;
  // What the link could have sent from 0 to `now_ns`, that moment included, in 1e-9 bits.
  [[nodiscard]] __int128 capacity_until(SimTime now_ns) const;

 private:
  struct Moment {
    Duration at_ns = 0;
    Bytes bytes = 0;         // that may leave at it
    Bytes bytes_before = 0;  // since the start of the trace
  };

  [[nodiscard]] Bytes bytes_until(Duration within_ns) const;

  std::vector<Moment> moments_;
  Duration end_ns_;
  Bytes all_bytes_ = 0;
  // What comes again and again after the end: from this moment on, and counted from this time.
  std::size_t first_again_ = 0;
  Duration again_from_ns_ = 0;
};

}  // namespace ccsim
