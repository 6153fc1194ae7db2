// RED: arriving packets are dropped early, with a probability that grows with the average queue
// (Floyd and Jacobson 1993), gently above the upper threshold (Floyd 2000), and with a maximum that
// may adapt (Floyd, Gummadi and Shenker 2001).
#include <algorithm>

#include "net/ecn_marking.h"
#include "net/packet_fifo.h"
#include "net/queue_discipline.h"
#include "net/transmission_clock.h"

namespace ccsim {
namespace {

// Adaptive RED, 2001, section 4: how often, where to and how far the maximum probability moves.
constexpr Duration kAdaptInterval = 500 * kMillisecond;
constexpr double kTargetLow = 0.4;  // of the way from the lower threshold to the upper one
constexpr double kTargetHigh = 0.6;
constexpr double kLeastMaximum = 0.01;
constexpr double kGreatestMaximum = 0.5;
constexpr double kDecrease = 0.9;

constexpr const char* kRed1993 = "Floyd and Jacobson 1993";
constexpr const char* kFloyd1997 = "Floyd, Discussions of setting parameters, 1997";

// base^exponent by multiplications alone: the same bits with every library.
double power(double base, std::int64_t exponent) {
  double result = 1;
  for (; exponent > 0 && result > 0; exponent /= 2) {
    if (exponent % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

// The average queue, moved by each arrival.
class AverageQueue {
 public:
  AverageQueue(double weight, Duration packet_ns) : weight_(weight), packet_ns_(packet_ns) {}

  void on_arrival(Bytes waiting_bytes, SimTime now_ns) {
    if (idle_since_ns_ != kNever) {
      average_bytes_ = at(now_ns);
      idle_since_ns_ = now_ns;
      return;
    }
    average_bytes_ += weight_ * (static_cast<double>(waiting_bytes) - average_bytes_);
  }
  void on_busy() { idle_since_ns_ = kNever; }
  void on_idle(SimTime now_ns) {
    if (idle_since_ns_ == kNever) idle_since_ns_ = now_ns;
  }
  // An idle link counts as if it had sent packets out of an empty queue.
  [[nodiscard]] double at(SimTime now_ns) const {
    if (idle_since_ns_ == kNever) return average_bytes_;
    return average_bytes_ * power(1 - weight_, (now_ns - idle_since_ns_) / packet_ns_);
  }

 private:
  double weight_;
  Duration packet_ns_;
  double average_bytes_ = 0;
  SimTime idle_since_ns_ = 0;  // kNever: the link is busy
};

class Red final : public QueueDiscipline {
 public:
  Red(const ParameterSet& parameters, const QueueContext& context)
      : lower_bytes_(parameters.number("min_threshold_packets") *
                     static_cast<double>(context.packet_bytes)),
        upper_bytes_(lower_bytes_ * parameters.number("max_threshold_ratio")),
        is_gentle_(parameters.boolean("is_gentle")),
        is_adaptive_(parameters.boolean("is_adaptive")),
        marks_(parameters.boolean("ecn")),
        limit_bytes_(context.buffer_bytes),
        random_(context.random),
        max_probability_(parameters.number("max_probability")),
        average_(parameters.number("weight_ratio"),
                 std::max<Duration>(
                     1, TransmissionClock(context.rate_bps).finish(0, context.packet_bytes))) {}

  // A mark says as much as a drop, beyond the upper threshold, too (Linux red_enqueue() without its
  // option harddrop).
  Admission enqueue(const Packet& packet, SimTime now_ns, DiscardListener& discards) override {
    adapt_until(now_ns);
    average_.on_arrival(waiting_.bytes(), now_ns);
    const bool signals_congestion = is_struck(average_.at(now_ns));
    if (!waiting_.empty() && waiting_.bytes() + packet.wire_bytes > limit_bytes_) {
      return Admission::refused(LossReason::kBufferFull);
    }
    Packet taken = packet;
    if (signals_congestion && !(marks_ && mark_ce(taken, LossReason::kEarly, now_ns, discards))) {
      return Admission::refused(LossReason::kEarly);
    }
    waiting_.push(taken);
    average_.on_busy();
    return Admission::taken();
  }

  bool dequeue(Packet& packet, SimTime now_ns, DiscardListener&) override {
    if (waiting_.pop(packet)) return true;
    adapt_until(now_ns);
    average_.on_idle(now_ns);
    return false;
  }

  [[nodiscard]] Bytes waiting_bytes() const override { return waiting_.bytes(); }
  [[nodiscard]] Packets waiting_packets() const override { return waiting_.count(); }

  void observe(SimTime now_ns, StateSink& sink) const override {
    adapt_until(now_ns);
    const double average_bytes = average_.at(now_ns);
    sink.number("average_queue_bytes", average_bytes);
    sink.number("drop_probability", probability(average_bytes));
    sink.number("max_probability", max_probability_);
  }

 private:
  // What the average asks for, before the packets since the last drop count (1993, section 4).
  [[nodiscard]] double probability(double average_bytes) const {
    if (average_bytes < lower_bytes_) return 0;
    if (average_bytes < upper_bytes_) {
      return max_probability_ * (average_bytes - lower_bytes_) / (upper_bytes_ - lower_bytes_);
    }
    if (!is_gentle_ || average_bytes >= 2 * upper_bytes_) return 1;
    return max_probability_ +
           (1 - max_probability_) * (average_bytes - upper_bytes_) / upper_bytes_;
  }

  // Whether this arrival gets a signal of congestion. The packets from one drop to the next are
  // uniform in 1 to 1 / probability: one draw for each drop (1993, fig. 17; Linux red_action()).
  bool is_struck(double average_bytes) {
    const double wanted = probability(average_bytes);
    if (wanted <= 0 || wanted >= 1) {
      since_last_ = -1;
      return wanted >= 1;
    }
    if (since_last_ < 0) {  // the first one above the threshold passes
      since_last_ = 0;
      draw_ = random_.next_uniform();
      return false;
    }
    ++since_last_;
    if (static_cast<double>(since_last_) * wanted <= draw_) return false;
    since_last_ = 0;
    draw_ = random_.next_uniform();
    return true;
  }

  // Makes up for the timer: the average moves at arrivals and with idle time only, so the outcome
  // is the same whenever it is asked for.
  void adapt_until(SimTime now_ns) const {
    if (!is_adaptive_) return;
    for (; adapt_at_ns_ <= now_ns; adapt_at_ns_ += kAdaptInterval) adapt(average_.at(adapt_at_ns_));
  }
  void adapt(double average_bytes) const {
    const double span_bytes = upper_bytes_ - lower_bytes_;
    if (average_bytes > lower_bytes_ + kTargetHigh * span_bytes) {
      if (max_probability_ <= kGreatestMaximum) {
        max_probability_ += std::min(0.01, max_probability_ / 4);
      }
    } else if (average_bytes < lower_bytes_ + kTargetLow * span_bytes) {
      if (max_probability_ >= kLeastMaximum) max_probability_ *= kDecrease;
    }
  }

  double lower_bytes_;
  double upper_bytes_;
  bool is_gentle_;
  bool is_adaptive_;
  bool marks_;  // where it would drop early
  Bytes limit_bytes_;
  RandomStream random_;
  mutable double max_probability_;  // mutable: the timer's work is done late
  mutable SimTime adapt_at_ns_ = kAdaptInterval;
  AverageQueue average_;
  PacketFifo waiting_;
  std::int64_t since_last_ = -1;  // packets since the last drop; -1: no drop is due
  double draw_ = 0;
};

std::vector<ParameterInfo> red_parameters() {
  return {
      integer_parameter(
          "min_threshold_packets", 5, {1, 1'000'000},
          {"Below this average queue nothing is dropped early", kFloyd1997, "Lower threshold"}),
      number_parameter("max_threshold_ratio", 3, {1.1, 100},
                       {"The upper threshold is so many times the lower one", kFloyd1997,
                        "Upper threshold in lower ones"}),
      number_parameter("max_probability", 0.1, {0.001, 1},
                       {"Probability of a drop with the average queue at the upper threshold",
                        kFloyd1997, "Drop probability at the upper threshold"}),
      number_parameter("weight_ratio", 0.002, {0.000001, 1},
                       {"How much of the difference to the present queue goes into the average at "
                        "each arrival",
                        kRed1993, "Weight of the present queue"}),
      boolean_parameter(
          "is_gentle", true,
          {"The probability rises to 1 between the upper threshold and twice the "
           "upper threshold; otherwise it jumps to 1",
           "Floyd, Recommendation on using the gentle variant of RED, 2000", "Gentle"}),
      boolean_parameter("is_adaptive", false,
                        {"The probability at the upper threshold moves twice a second to keep the "
                         "average queue about halfway between the thresholds",
                         "Floyd, Gummadi and Shenker 2001; off in Linux, too", "Adaptive"}),
      ecn_parameter(),
  };
}

}  // namespace

QueueInfo describe_red() {
  QueueInfo info;
  info.name = "red";
  info.title = "RED";
  info.summary =
      "Random early detection: arriving packets are dropped with a probability that grows with the "
      "average queue between two thresholds";
  info.source = "Floyd and Jacobson 1993; Linux include/net/red.h";
  info.parameters = red_parameters();
  info.can_mark = true;
  info.traits = {.early_drops = {LossReason::kEarly}, .marks = {LossReason::kEarly}};
  info.metrics = {
      {"average_queue_bytes", "The average queue that decides about drops"},
      {"drop_probability", "What the average queue asks for: the probability on RED's curve"},
      {"max_probability", "Probability of a drop with the average queue at the upper threshold"},
  };
  info.make = [](const ParameterSet& parameters,
                 const QueueContext& context) -> std::unique_ptr<QueueDiscipline> {
    return std::make_unique<Red>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
