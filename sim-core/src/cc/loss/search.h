// SEARCH (draft-chung-ccwg-search-09): slow start ends when what is delivered falls behind what was
// sent a round trip before, both over a window of several round trips. On request the window is
// then drained to what the path delivers in the first round trip's time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "ccsim/units.h"

namespace ccsim {

// The authors' drain (maryam-ataei/TCP_SS_SEARCH_ALG, tcp_cubic_search4.0.c, search_update()): the
// window is what is in flight and a packet for each third one delivered, until it has come down to
// the capacity.
class SearchDrain {
 public:
  [[nodiscard]] bool is_on() const { return target_packets_ > 0; }
  void begin(const AckEvent& ack, Packets target_packets);
  // The window after this ACK. The drain is over once it is the target.
  [[nodiscard]] Packets window_packets(const AckEvent& ack);
  [[nodiscard]] Packets target_packets() const { return target_packets_; }

 private:
  Packets target_packets_ = 0;
  Packets counted_packets_ = 0;  // delivered, cumulative, at the last ACK
  Packets credit_packets_ = 0;   // delivered, not yet worth a packet
};

inline constexpr const char* kSearchDrainPhase = "search_drain";

// What an ACK of slow start leads to.
struct SearchStep {
  bool is_draining = false;
  Packets window_packets = 0;       // 0: stays as it is
  const char* leaves_by = nullptr;  // the reason to leave slow start, or null
};

class Search {
 public:
  // With `drains` slow start ends when the window has come down to the path's capacity, at least
  // `least_packets`; else at once, with the window that it has.
  Search(bool drains, Packets least_packets) : drains_(drains), least_packets_(least_packets) {}

  // Call with every ACK of the first slow start.
  [[nodiscard]] SearchStep step(const AckEvent& ack);
  [[nodiscard]] bool is_draining() const { return drain_.is_on(); }
  // The last comparison, as series. `packet_bytes` is the size of each.
  void observe(StateSink& sink, Bytes packet_bytes) const;

 private:
  // True: the capacity has been reached.
  [[nodiscard]] bool update(const AckEvent& ack);
  // What was delivered in the last of the first round trip's time: what the path holds without a
  // queue.
  [[nodiscard]] Packets capacity_packets() const {
    return acked(bin_) - acked(bin_ - kFirstRttBins);
  }

  static constexpr std::int64_t kWindowBins = 10;   // W
  static constexpr std::int64_t kFirstRttBins = 3;  // that hold the first RTT: W / 3.5, rounded up
  static constexpr std::int64_t kExtraBins = 15;    // EXTRA_BINS
  static constexpr std::int64_t kAckedBins = kWindowBins + 1;
  static constexpr std::int64_t kSentBins = kAckedBins + kExtraBins;

  void begin(const AckEvent& ack, Duration rtt_ns);
  // False: too much was missed, all starts anew.
  [[nodiscard]] bool advance(const AckEvent& ack);
  [[nodiscard]] bool falls_behind(Duration rtt_ns);
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

  bool drains_;
  Packets least_packets_;
  SearchDrain drain_;
  std::array<Packets, kAckedBins> acked_{};  // cumulative, at the end of each bin
  std::array<Packets, kSentBins> sent_{};
  std::int64_t bin_ = -1;  // the present one; -1: not begun
  Duration bin_ns_ = 0;
  SimTime bin_end_ns_ = 0;
  Packets delivered_packets_ = 0;  // of the last comparison
  Packets was_sent_packets_ = 0;   // 0: none so far
};

// What a controller with SEARCH declares for it: parameters, series, and the state of draining with
// what leads into it and out of it.
[[nodiscard]] std::vector<ParameterInfo> search_parameters();
[[nodiscard]] std::vector<MetricInfo> search_metrics();
void add_search_drain(StateMachine& machine, int column, int row);

}  // namespace ccsim
