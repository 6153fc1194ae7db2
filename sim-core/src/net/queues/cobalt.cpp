// COBALT: CoDel and BLUE together, the queue management of CAKE. CoDel answers to delay, BLUE to a
// buffer that overflows: a probability that grows then and falls while the queue is empty (Linux
// 6.1 net/sched/sch_cake.c, cobalt_queue_full() to cobalt_should_drop(); names as there).
#include <algorithm>
#include <cmath>

#include "net/ecn_marking.h"
#include "net/packet_fifo.h"
#include "net/queue_discipline.h"

namespace ccsim {
namespace {

constexpr const char* kCakeSource = "Linux net/sched/sch_cake.c";

// Nothing is dropped for a wait in which the link sends so many packets.
constexpr Duration kLeastSojournPackets = 4;

class Cobalt final : public QueueDiscipline {
 public:
  // cake_set_rate(): the target is at least one and a half packets, and the interval grows with it.
  Cobalt(const ParameterSet& parameters, const QueueContext& context)
      : limit_bytes_(context.buffer_bytes),
        packet_time_ns_(mul_div_ceil(context.packet_bytes * kBitsPerByte, kNanosecondsPerSecond,
                                     std::max<BitRate>(context.rate_bps, 1))),
        target_ns_(std::max(to_ns(parameters.number("target_s")), packet_time_ns_ * 3 / 2)),
        interval_ns_(std::max(to_ns(parameters.number("interval_s")) + target_ns_ -
                                  to_ns(parameters.number("target_s")),
                              2 * target_ns_)),
        step_up_(parameters.number("blue_up_ratio")),
        step_down_(parameters.number("blue_down_ratio")),
        marks_(parameters.boolean("ecn")),
        random_(context.random) {}

  // What waits longest makes room, as in cake_drop().
  Admission enqueue(const Packet& packet, SimTime now_ns, DiscardListener& discards) override {
    while (!waiting_.empty() && waiting_.bytes() + packet.wire_bytes > limit_bytes_) {
      Packet oldest;
      waiting_.pop(oldest);
      on_full(now_ns);
      discards.on_discard(oldest, LossReason::kBufferFull, now_ns);
    }
    waiting_.push(packet);
    return Admission::taken();
  }

  bool dequeue(Packet& packet, SimTime now_ns, DiscardListener& discards) override {
    while (waiting_.pop(packet)) {
      sojourn_ns_ = now_ns - packet.enqueued_ns;
      const LossReason reason = reason_to_drop(packet, now_ns, discards);
      // The last one stays: an idle link would not help.
      if (reason == LossReason::kNone || waiting_.empty()) return true;
      discards.on_discard(packet, reason, now_ns);
    }
    on_empty(now_ns);
    return false;
  }

  [[nodiscard]] Bytes waiting_bytes() const override { return waiting_.bytes(); }
  [[nodiscard]] Packets waiting_packets() const override { return waiting_.count(); }

  void observe(SimTime, StateSink& sink) const override {
    sink.number("sojourn_s", seconds_or_nan(sojourn_ns_));
    sink.number("drop_probability", probability_);
    sink.number("drop_count", static_cast<double>(count_));
  }

 private:
  void set_count(std::int64_t count) {
    count_ = count;
    inverse_root_ = 1 / std::sqrt(static_cast<double>(std::max<std::int64_t>(count, 1)));
  }
  // CoDel's control law: the same for the wait before the first drop and between drops.
  [[nodiscard]] SimTime next_after(SimTime time_ns) const {
    return time_ns + static_cast<Duration>(static_cast<double>(interval_ns_) * inverse_root_);
  }

  void on_full(SimTime now_ns) {
    if (now_ns - blue_changed_ns_ > target_ns_) {
      probability_ = std::min(probability_ + step_up_, 1.0);
      blue_changed_ns_ = now_ns;
    }
    is_dropping_ = true;
    drop_next_ns_ = now_ns;
    count_ = std::max<std::int64_t>(count_, 1);
  }

  void on_empty(SimTime now_ns) {
    if (probability_ > 0 && now_ns - blue_changed_ns_ > target_ns_) {
      probability_ = std::max(probability_ - step_down_, 0.0);
      blue_changed_ns_ = now_ns;
    }
    is_dropping_ = false;
    if (count_ > 0 && now_ns >= drop_next_ns_) {
      set_count(count_ - 1);
      drop_next_ns_ = next_after(drop_next_ns_);
    }
  }

  // kNone: it stays.
  LossReason reason_to_drop(Packet& packet, SimTime now_ns, DiscardListener& discards) {
    Duration late_ns = now_ns - drop_next_ns_;
    bool is_due = count_ > 0 && late_ns >= 0;
    if (sojourn_ns_ > target_ns_ && sojourn_ns_ > kLeastSojournPackets * packet_time_ns_) {
      if (!is_dropping_) drop_next_ns_ = next_after(now_ns);
      is_dropping_ = true;
      count_ = std::max<std::int64_t>(count_, 1);
    } else {
      is_dropping_ = false;
    }
    LossReason reason = LossReason::kNone;
    if (is_due && is_dropping_) {
      const bool is_marked = marks_ && mark_ce(packet, LossReason::kDelay, now_ns, discards);
      if (!is_marked) reason = LossReason::kDelay;
      set_count(count_ + 1);
      drop_next_ns_ = next_after(drop_next_ns_);
      late_ns = now_ns - drop_next_ns_;
    }
    // Below the target the count falls at the times at which it would have grown.
    for (is_due = is_due && !is_dropping_; is_due; is_due = count_ > 0 && late_ns >= 0) {
      set_count(count_ - 1);
      drop_next_ns_ = next_after(drop_next_ns_);
      late_ns = now_ns - drop_next_ns_;
    }
    // BLUE never marks: it is there for those who do not answer.
    if (probability_ > 0 && random_.next_uniform() < probability_) {
      if (reason == LossReason::kNone) reason = LossReason::kBlue;
    }
    if (count_ == 0) {
      drop_next_ns_ = now_ns + interval_ns_;
    } else if (late_ns > 0 && reason == LossReason::kNone) {
      drop_next_ns_ = now_ns;
    }
    return reason;
  }

  Bytes limit_bytes_;
  Duration packet_time_ns_;
  Duration target_ns_;
  Duration interval_ns_;
  double step_up_;
  double step_down_;
  bool marks_;
  RandomStream random_;
  PacketFifo waiting_;
  Duration sojourn_ns_ = kNoDuration;  // of the packet that was taken last
  SimTime drop_next_ns_ = 0;
  std::int64_t count_ = 0;
  double inverse_root_ = 0;  // as in cobalt_vars_init(): the first time there is no interval
  bool is_dropping_ = false;
  double probability_ = 0;
  SimTime blue_changed_ns_ = 0;
};

std::vector<ParameterInfo> cobalt_parameters() {
  return {
      number_parameter("target_s", 0.005, {0.0001, 1},
                       {"Delay in the queue that is acceptable for long; at least the time for one "
                        "and a half packets",
                        kCakeSource, "Target delay"}),
      number_parameter("interval_s", 0.1, {0.001, 10},
                       {"How long the delay may stay above the target before a drop: about the "
                        "longest usual RTT",
                        kCakeSource, "Interval"}),
      number_parameter("blue_up_ratio", 1.0 / 256, {0, 1},
                       {"By how much the probability of drops grows when the buffer overflows, "
                        "once in a target delay",
                        kCakeSource, "BLUE, step up"}),
      number_parameter("blue_down_ratio", 1.0 / 4096, {0, 1},
                       {"By how much it falls when the queue runs empty, once in a target delay",
                        kCakeSource, "BLUE, step down"}),
      ecn_parameter(),
  };
}

}  // namespace

QueueInfo describe_cobalt() {
  QueueInfo info;
  info.name = "cobalt";
  info.title = "COBALT";
  info.summary =
      "The queue management of CAKE: CoDel, whose count falls as it rose, and BLUE, a probability "
      "of drops that grows when the buffer overflows and falls when the queue is empty";
  info.source = "Linux 6.1 net/sched/sch_cake.c";
  info.parameters = cobalt_parameters();
  info.can_mark = true;
  info.traits = {.early_drops = {LossReason::kDelay, LossReason::kBlue},
                 .early_end = QueueEnd::kHead,
                 .overflow_end = QueueEnd::kHead,
                 .marks = {LossReason::kDelay}};
  info.metrics = {
      {"sojourn_s", "How long the packet that left the queue last had waited"},
      {"drop_probability", "BLUE: how likely a packet is dropped, whatever its wait"},
      {"drop_count", "CoDel: the number whose root divides the interval between drops"},
  };
  info.make = [](const ParameterSet& parameters,
                 const QueueContext& context) -> std::unique_ptr<QueueDiscipline> {
    return std::make_unique<Cobalt>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
