#include "loss/search.h"

#include <algorithm>

namespace ccsim {
namespace {

// Draft, section 3.2: WINDOW_SIZE is 3.5 initial RTTs, THRESH is 0.26.
constexpr std::int64_t kWindowTenths = 35;
constexpr std::int64_t kTenths = 10;
constexpr std::int64_t kThreshold100ths = 26;
constexpr std::int64_t k100ths = 100;

constexpr const char* kSearchSeries = "search_series";

}  // namespace

SearchStep Search::step(const AckEvent& ack) {
  if (drain_.is_on()) {
    const Packets window_packets = drain_.window_packets(ack);
    const bool is_over = window_packets == drain_.target_packets();
    return {true, window_packets, is_over ? "search_drained" : nullptr};
  }
  if (!update(ack)) return {};
  if (!drains_) return {false, 0, "search_deliveries"};
  drain_.begin(ack, std::max({capacity_packets(), least_packets_, Packets{1}}));
  return {true, 0, nullptr};
}

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

bool Search::falls_behind(Duration rtt_ns) {
  const std::int64_t before = bin_ - rtt_ns / bin_ns_;
  if (before <= kWindowBins || bin_ - before >= kExtraBins) return false;
  const Packets delivered = acked(bin_) - acked(bin_ - kWindowBins);
  const std::int64_t fraction = rtt_ns % bin_ns_ * k100ths / bin_ns_;
  const Packets was_sent = sent_between(before - kWindowBins, before, fraction);
  if (was_sent <= 0) return false;
  delivered_packets_ = delivered;
  was_sent_packets_ = was_sent;
  return std::max<Packets>(was_sent - delivered, 0) * k100ths / was_sent >= kThreshold100ths;
}

// A round trip ago lies between two bins: the share of each.
Packets Search::sent_between(std::int64_t from, std::int64_t to,
                             std::int64_t fraction_100ths) const {
  const Packets earlier = sent(to - 1) - sent(from - 1);
  const Packets later = sent(to) - sent(from);
  return (earlier * fraction_100ths + later * (k100ths - fraction_100ths)) / k100ths;
}

void Search::observe(StateSink& sink, Bytes packet_bytes) const {
  const bool has_compared = was_sent_packets_ > 0;
  const auto delivered_bytes = static_cast<double>(delivered_packets_ * packet_bytes);
  const auto was_sent_bytes = static_cast<double>(was_sent_packets_ * packet_bytes);
  sink.number("search_delivered_bytes", has_compared ? delivered_bytes : kNoValue);
  sink.number("search_sent_bytes", has_compared ? was_sent_bytes : kNoValue);
  sink.number("search_behind_ratio",
              has_compared ? (was_sent_bytes - delivered_bytes) / was_sent_bytes : kNoValue);
}

void SearchDrain::begin(const AckEvent& ack, Packets target_packets) {
  target_packets_ = target_packets;
  counted_packets_ = ack.delivered_packets;
}

Packets SearchDrain::window_packets(const AckEvent& ack) {
  constexpr Packets kDeliveredPerPacket = 3;  // SEARCH_DRAIN_ACKEDSEG_THRESH
  credit_packets_ += ack.delivered_packets - counted_packets_;
  counted_packets_ = ack.delivered_packets;
  const Packets more_packets = credit_packets_ / kDeliveredPerPacket;
  credit_packets_ %= kDeliveredPerPacket;
  return std::max(ack.in_flight_packets + more_packets, target_packets_);
}

std::vector<ParameterInfo> search_parameters() {
  return {
      added_later(choice_parameter(
          "search_exit", {"at_once", "drain"},
          {"How SEARCH leaves slow start: with the window that it has then, or once the window has "
           "come down to what the path delivers in the first round trip's time",
           "draft-chung-ccwg-search-09 3.2; maryam-ataei/TCP_SS_SEARCH_ALG, "
           "tcp_cubic_search4.0.c"})),
      added_later(
          boolean_parameter(kSearchSeries, false,
                            {"Write what SEARCH compares as series; without SEARCH they stay empty",
                             "draft-chung-ccwg-search-09 3.2"})),
  };
}

std::vector<MetricInfo> search_metrics() {
  return {
      {"search_delivered_bytes",
       "With its series on: delivered in SEARCH's window, at its last comparison", kSearchSeries},
      {"search_sent_bytes",
       "With its series on: sent in SEARCH's window a round trip earlier, which it compares with "
       "what was delivered",
       kSearchSeries},
      {"search_behind_ratio",
       "With its series on: share of the bytes sent that was not delivered in SEARCH's window; "
       "from 0.26 on slow start ends",
       kSearchSeries},
  };
}

void add_search_drain(StateMachine& machine, int column, int row) {
  machine.states.push_back({kSearchDrainPhase, column, row, PhaseEffect::kLowers});
  machine.transitions.push_back({"slow_start", kSearchDrainPhase,
                                 "With search_exit set to drain: SEARCH saw deliveries fall "
                                 "behind."});
  machine.transitions.push_back({kSearchDrainPhase, "congestion_avoidance",
                                 "The window has come down to what the path delivers in the first "
                                 "round trip's time."});
  machine.transitions.push_back(
      {kSearchDrainPhase, "recovery", "A loss is detected, or an ECN mark arrives."});
}

}  // namespace ccsim
