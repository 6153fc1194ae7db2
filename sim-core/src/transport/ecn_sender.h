// The sender's part of ECN: what its packets carry, and what ACKs report of marks. A connection
// without ECN has none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ccsim/ecn.h"
#include "net/packet.h"
#include "transport/ack.h"

namespace ccsim {

class EcnSender {
 public:
  // Accurate feedback goes with ECT(1) if the algorithm asks for it; classic never (RFC 9331 4.3).
  explicit EcnSender(EcnRequest request)
      : feedback_(request.feedback),
        codepoint_(request.is_l4s && request.feedback == EcnFeedback::kAccurate
                       ? EcnCodepoint::kEct1
                       : EcnCodepoint::kEct0) {}

  // A packet is about to leave; `out_packets` are outstanding, it included.
  [[gnu::noinline]] void stamp(Packet& packet, Packets out_packets) {
    remember(packet.sequence, out_packets);
    if (feedback_ == EcnFeedback::kAccurate) {
      // Retransmissions, too, as Linux tcp_ecn_send() for algorithms that need ECN.
      packet.ecn = codepoint_;
      return;
    }
    if (packet.is_retransmission) return;  // not-ECT (RFC 3168 6.1.5)
    packet.ecn = codepoint_;
    packet.has_cwr = owes_cwr_;
    owes_cwr_ = false;
  }

  // The window has been reduced: the receiver may stop its echo (Linux tcp_ecn_queue_cwr()).
  void on_reduction() { owes_cwr_ = feedback_ == EcnFeedback::kClassic; }

  // An ACK has delivered so many packets. True if it reports congestion. With the classic echo
  // all that it delivers counts as marked (Linux tcp_count_delivered()).
  [[gnu::noinline]] bool read(const Ack& ack, Packets newly_delivered_packets) {
    if (feedback_ == EcnFeedback::kClassic) {
      if (ack.ecn_feedback != 0) delivered_ce_packets_ += newly_delivered_packets;
      return ack.ecn_feedback != 0;
    }
    const auto news = static_cast<std::int16_t>(ack.ecn_feedback - reported_);
    if (news <= 0) return false;  // nothing, or an ACK that was overtaken
    reported_ = ack.ecn_feedback;
    delivered_ce_packets_ += news;
    return true;
  }

  [[nodiscard]] Packets delivered_ce_packets() const { return delivered_ce_packets_; }
  // Delivered with a mark since this packet left. It must have left and be among the last ones.
  [[nodiscard]] Packets ce_since_packets(std::int64_t sequence) const {
    return delivered_ce_packets_ - at_departure_[slot(sequence)];
  }

 private:
  static constexpr std::size_t kFirstCapacity = 64;

  [[nodiscard]] std::size_t slot(std::int64_t sequence) const {
    return static_cast<std::uint64_t>(sequence) & (at_departure_.size() - 1);
  }
  // A ring with more places than packets are outstanding: as one ACK is read, those that it
  // delivers are still there.
  void remember(std::int64_t sequence, Packets out_packets) {
    if (static_cast<std::size_t>(out_packets) * 2 > at_departure_.size()) grow(sequence);
    at_departure_[slot(sequence)] = delivered_ce_packets_;
  }
  void grow(std::int64_t last_sequence) {
    const std::size_t before = at_departure_.size();
    std::vector<Packets> bigger(std::max(kFirstCapacity, before * 2), delivered_ce_packets_);
    const auto first =
        std::max<std::int64_t>(0, last_sequence - static_cast<std::int64_t>(before) + 1);
    for (std::int64_t s = first; before > 0 && s <= last_sequence; ++s) {
      bigger[static_cast<std::uint64_t>(s) & (bigger.size() - 1)] = at_departure_[slot(s)];
    }
    at_departure_ = std::move(bigger);
  }

  EcnFeedback feedback_;
  EcnCodepoint codepoint_;
  bool owes_cwr_ = false;
  std::uint16_t reported_ = 0;  // marked packets that ACKs have reported
  Packets delivered_ce_packets_ = 0;
  std::vector<Packets> at_departure_;  // delivered_ce_packets_ as each packet left
};

}  // namespace ccsim
