// SEARCH (draft-chung-ccwg-search-09): slow start ends when what is delivered falls behind what was
// sent a round trip before, both over a window of several round trips.
#pragma once

#include <array>
#include <cstdint>

#include "ccsim/congestion_control.h"
#include "ccsim/units.h"

namespace ccsim {

class Search {
 public:
  // Call with every ACK of the first slow start. True: the capacity has been reached.
  [[nodiscard]] bool update(const AckEvent& ack);

 private:
  static constexpr std::int64_t kWindowBins = 10;  // W
  static constexpr std::int64_t kExtraBins = 15;   // EXTRA_BINS
  static constexpr std::int64_t kAckedBins = kWindowBins + 1;
  static constexpr std::int64_t kSentBins = kAckedBins + kExtraBins;

  void begin(const AckEvent& ack, Duration rtt_ns);
  // False: too much was missed, all starts anew.
  [[nodiscard]] bool advance(const AckEvent& ack);
  [[nodiscard]] bool falls_behind(Duration rtt_ns) const;
  [[nodiscard]] Packets sent_between(std::int64_t from, std::int64_t to,
                                     std::int64_t fraction_100ths) const;

  [[nodiscard]] Packets& acked(std::int64_t bin) {
    return acked_[static_cast<std::size_t>(bin % kAckedBins)];
  }
  [[nodiscard]] Packets acked(std::int64_t bin) const {
    return acked_[static_cast<std::size_t>(bin % kAckedBins)];
  }
  [[nodiscard]] Packets& sent(std::int64_t bin) {
    return sent_[static_cast<std::size_t>(bin % kSentBins)];
  }
  [[nodiscard]] Packets sent(std::int64_t bin) const {
    return sent_[static_cast<std::size_t>(bin % kSentBins)];
  }

  std::array<Packets, kAckedBins> acked_{};  // cumulative, at the end of each bin
  std::array<Packets, kSentBins> sent_{};
  std::int64_t bin_ = -1;  // the present one; -1: not begun
  Duration bin_ns_ = 0;
  SimTime bin_end_ns_ = 0;
};

}  // namespace ccsim
