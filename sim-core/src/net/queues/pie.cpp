// PIE: arriving packets are dropped with a probability that a proportional-integral controller
// moves, so that the delay stays at a target (RFC 8033; names as in its pseudocode).
#include <algorithm>

#include "net/ecn_marking.h"
#include "net/packet_fifo.h"
#include "net/queue_discipline.h"

namespace ccsim {
namespace {

// RFC 8033 4.1 and 5.4.
constexpr double kLowProbability = 0.2;  // below it, a delay under half of the target is left alone
constexpr Packets kLeastPackets = 2;     // a queue that is not longer is left alone
constexpr double kAccumulatedLow = 0.85;  // sum of probabilities before a drop may come
constexpr double kAccumulatedHigh = 8.5;  // ... and at which it must
// RFC 8033 5.1, MAX_PROB / 10 in Linux pie_enqueue(): beyond it, marks are not believed to help.
constexpr double kMarkedUpTo = 0.1;
// RFC 8033 4.2 and 5.5; the long delay is that of Linux pie_calculate_probability().
constexpr double kGreatestStep = 0.02;
constexpr double kCappedFrom = 0.1;
constexpr double kIdleDecay = 0.98;
constexpr Duration kLongDelay = 250 * kMillisecond;

// By how much a step is reduced while the probability is small (RFC 8033 4.2).
double divisor_at(double probability) {
  if (probability < 0.000001) return 2048;
  if (probability < 0.00001) return 512;
  if (probability < 0.0001) return 128;
  if (probability < 0.001) return 32;
  if (probability < 0.01) return 8;
  if (probability < 0.1) return 2;
  return 1;
}

class Pie final : public QueueDiscipline {
 public:
  Pie(const ParameterSet& parameters, const QueueContext& context)
      : target_ns_(to_ns(parameters.number("target_s"))),
        update_ns_(to_ns(parameters.number("update_interval_s"))),
        greatest_burst_ns_(to_ns(parameters.number("burst_allowance_s"))),
        alpha_hz_(parameters.number("alpha_hz")),
        beta_hz_(parameters.number("beta_hz")),
        marks_(parameters.boolean("ecn")),
        limit_bytes_(context.buffer_bytes),
        mtu_bytes_(context.packet_bytes),
        random_(context.random),
        update_at_ns_(update_ns_),
        burst_ns_(greatest_burst_ns_) {}

  Admission enqueue(const Packet& packet, SimTime now_ns, DiscardListener& discards) override {
    update_until(now_ns);
    Packet taken = packet;
    const bool fits = waiting_.empty() || waiting_.bytes() + packet.wire_bytes <= limit_bytes_;
    if (!fits || is_struck()) {
      accumulated_ = 0;
      const bool may_mark = fits && marks_ && probability_ <= kMarkedUpTo;
      if (!may_mark || !mark_ce(taken, LossReason::kEarly, now_ns, discards)) {
        return Admission::refused(fits ? LossReason::kEarly : LossReason::kBufferFull);
      }
    }
    waiting_.push(taken);
    return Admission::taken();
  }

  bool dequeue(Packet& packet, SimTime now_ns, DiscardListener&) override {
    update_until(now_ns);
    if (!waiting_.pop(packet)) return false;
    // The clock is exact, so the wait is measured (RFC 8033 4.3), not computed from a rate.
    delay_ns_ = waiting_.empty() ? 0 : now_ns - packet.enqueued_ns;
    return true;
  }

  [[nodiscard]] Bytes waiting_bytes() const override { return waiting_.bytes(); }
  [[nodiscard]] Packets waiting_packets() const override { return waiting_.count(); }

  void observe(SimTime now_ns, StateSink& sink) const override {
    update_until(now_ns);
    sink.number("drop_probability", probability_);
    sink.number("delay_s", seconds_or_nan(delay_ns_));
    sink.number("burst_allowance_s", seconds_or_nan(burst_ns_));
  }

 private:
  // Whether this arrival gets a signal of congestion (RFC 8033 4.1, drops spaced by 5.4).
  bool is_struck() {
    if (burst_ns_ > 0) return false;
    if (delay_old_ns_ < target_ns_ / 2 && probability_ < kLowProbability) return false;
    if (waiting_.bytes() <= kLeastPackets * mtu_bytes_) return false;
    accumulated_ = probability_ > 0 ? accumulated_ + probability_ : 0;
    if (accumulated_ < kAccumulatedLow) return false;
    return accumulated_ >= kAccumulatedHigh || random_.next_uniform() < probability_;
  }

  // Makes up for the timer: between two packets nothing changes that an update reads, so the
  // outcome is the same whenever it is asked for.
  void update_until(SimTime now_ns) const {
    for (; update_at_ns_ <= now_ns; update_at_ns_ += update_ns_) update();
  }

  // RFC 8033 4.2, 4.3 and 4.4.
  void update() const {
    const auto seconds = [](Duration duration_ns) {
      return to_s(static_cast<double>(duration_ns));
    };
    double step =
        alpha_hz_ * seconds(delay_ns_ - target_ns_) + beta_hz_ * seconds(delay_ns_ - delay_old_ns_);
    step /= divisor_at(probability_);
    if (probability_ >= kCappedFrom) step = std::min(step, kGreatestStep);
    if (delay_ns_ > kLongDelay) step += kGreatestStep;
    probability_ = std::clamp(probability_ + step, 0.0, 1.0);
    if (delay_ns_ == 0 && delay_old_ns_ == 0) probability_ *= kIdleDecay;

    burst_ns_ = std::max<Duration>(0, burst_ns_ - update_ns_);
    if (probability_ <= 0 && std::max(delay_ns_, delay_old_ns_) < target_ns_ / 2) {
      burst_ns_ = greatest_burst_ns_;
    }
    delay_old_ns_ = delay_ns_;
  }

  Duration target_ns_;
  Duration update_ns_;
  Duration greatest_burst_ns_;
  double alpha_hz_;
  double beta_hz_;
  bool marks_;  // where it would drop early
  Bytes limit_bytes_;
  Bytes mtu_bytes_;
  RandomStream random_;
  PacketFifo waiting_;
  double accumulated_ = 0;  // probabilities since the last drop
  Duration delay_ns_ = 0;   // wait of the packet that left last; 0: it left nothing behind
  // Mutable: the timer's work is done late.
  mutable SimTime update_at_ns_;
  mutable double probability_ = 0;
  mutable Duration delay_old_ns_ = 0;  // the delay at the last update
  mutable Duration burst_ns_;          // for so long nothing is dropped early
};

std::vector<ParameterInfo> pie_parameters() {
  return {
      number_parameter("target_s", 0.015, {0.0001, 1},
                       {"Delay in the queue that the drop probability is steered for",
                        "RFC 8033 4.2, QDELAY_REF", "Target delay"}),
      number_parameter("update_interval_s", 0.015, {0.001, 1},
                       {"How often the drop probability is computed", "RFC 8033 4.2, T_UPDATE",
                        "Update interval"}),
      number_parameter("burst_allowance_s", 0.15, {0, 10},
                       {"For so long after a calm time nothing is dropped early",
                        "RFC 8033 4.4, MAX_BURST", "Burst allowance"}),
      number_parameter("alpha_hz", 0.125, {0.001, 2},
                       {"Change of the drop probability per second of delay above the target, at "
                        "each update",
                        "RFC 8033 4.2; between 0 and 2 in Linux sch_pie.c", "Alpha"}),
      number_parameter("beta_hz", 1.25, {0.001, 2},
                       {"Change of the drop probability per second by which the delay has grown, "
                        "at each update",
                        "RFC 8033 4.2; between 0 and 2 in Linux sch_pie.c", "Beta"}),
      ecn_parameter(),
  };
}

}  // namespace

QueueInfo describe_pie() {
  QueueInfo info;
  info.name = "pie";
  info.title = "PIE";
  info.summary =
      "Proportional integral controller enhanced: arriving packets are dropped with a probability "
      "that follows how far the delay is from its target and how fast it grows";
  info.source = "RFC 8033; Linux net/sched/sch_pie.c";
  info.parameters = pie_parameters();
  info.can_mark = true;
  info.traits = {.early_drops = {LossReason::kEarly}, .marks = {LossReason::kEarly}};
  info.metrics = {
      {"drop_probability", "Probability that the controller asks for"},
      {"delay_s", "The controller's delay: how long the packet that left last had waited"},
      {"burst_allowance_s", "For so long nothing is dropped early"},
  };
  info.make = [](const ParameterSet& parameters,
                 const QueueContext& context) -> std::unique_ptr<QueueDiscipline> {
    return std::make_unique<Pie>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
