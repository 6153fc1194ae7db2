#include "search.h"

#include <algorithm>

namespace ccsim {
namespace {

// Draft, section 3.2: WINDOW_SIZE is 3.5 initial RTTs, THRESH is 0.26.
constexpr std::int64_t kWindowTenths = 35;
constexpr std::int64_t kTenths = 10;
constexpr std::int64_t kThreshold100ths = 26;
constexpr std::int64_t k100ths = 100;

}  // namespace

bool Search::update(const AckEvent& ack) {
  const Duration rtt_ns = ack.sample.rtt_ns > 0 ? ack.sample.rtt_ns : ack.srtt_ns;
  if (rtt_ns <= 0) return false;
  if (bin_ < 0) {
    begin(ack, rtt_ns);
    return false;
  }
  return ack.now_ns >= bin_end_ns_ && advance(ack) && falls_behind(rtt_ns);
}

void Search::begin(const AckEvent& ack, Duration rtt_ns) {
  bin_ns_ = std::max<Duration>(rtt_ns * kWindowTenths / kTenths / kWindowBins, 1);
  bin_end_ns_ = ack.now_ns + bin_ns_;
  bin_ = 0;
  acked(0) = ack.delivered_packets;
  sent(0) = ack.next_sequence;
}

// What was missed repeats the last bin; of a whole window nothing can be said (draft, section on
// missed bins).
bool Search::advance(const AckEvent& ack) {
  const std::int64_t passed = (ack.now_ns - bin_end_ns_) / bin_ns_ + 1;
  if (passed > kWindowBins) {
    bin_ = -1;
    return false;
  }
  const Packets last_acked = acked(bin_);
  const Packets last_sent = sent(bin_);
  for (std::int64_t i = bin_ + 1; i < bin_ + passed; ++i) {
    acked(i) = last_acked;
    sent(i) = last_sent;
  }
  bin_ += passed;
  bin_end_ns_ += passed * bin_ns_;
  acked(bin_) = ack.delivered_packets;
  sent(bin_) = ack.next_sequence;
  return true;
}

bool Search::falls_behind(Duration rtt_ns) const {
  const std::int64_t before = bin_ - rtt_ns / bin_ns_;
  if (before <= kWindowBins || bin_ - before >= kExtraBins) return false;
  const Packets delivered = acked(bin_) - acked(bin_ - kWindowBins);
  const std::int64_t fraction = rtt_ns % bin_ns_ * k100ths / bin_ns_;
  const Packets was_sent = sent_between(before - kWindowBins, before, fraction);
  if (was_sent <= 0) return false;
  return std::max<Packets>(was_sent - delivered, 0) * k100ths / was_sent >= kThreshold100ths;
}

// A round trip ago lies between two bins: the share of each.
Packets Search::sent_between(std::int64_t from, std::int64_t to,
                             std::int64_t fraction_100ths) const {
  const Packets earlier = sent(to - 1) - sent(from - 1);
  const Packets later = sent(to) - sent(from);
  return (earlier * fraction_100ths + later * (k100ths - fraction_100ths)) / k100ths;
}

}  // namespace ccsim
