// DualPI2: one queue for scalable senders and one for classic ones, coupled so that both get about
// the same rate (RFC 9332 appendix A, as Linux net/sched/sch_dualpi2.c does it).
#include <algorithm>

#include "net/ecn_marking.h"
#include "net/packet_fifo.h"
#include "net/queue_discipline.h"

namespace ccsim {
namespace {

constexpr const char* kDualPi2Linux = "Linux net/sched/sch_dualpi2.c";
constexpr Packets kLeastBacklogPackets = 2;  // a backlog below it is left alone (must_drop())
constexpr std::int64_t kWholePercent = 100;

// A FIFO of one class, and what became of its packets.
struct ClassQueue {
  PacketFifo packets;
  Duration delay_ns = kNoDuration;  // wait of the packet that left last
  Packets marked_packets = 0;
  Packets dropped_packets = 0;

  [[nodiscard]] Duration head_wait_ns(SimTime now_ns) const {
    return packets.empty() ? 0 : now_ns - packets.front().enqueued_ns;
  }
};

class DualPi2 final : public QueueDiscipline {
 public:
  DualPi2(const ParameterSet& parameters, const QueueContext& context)
      : target_ns_(to_ns(parameters.number("target_s"))),
        update_ns_(to_ns(parameters.number("update_interval_s"))),
        alpha_hz_(parameters.number("alpha_hz")),
        beta_hz_(parameters.number("beta_hz")),
        coupling_(parameters.number("coupling_ratio")),
        step_ns_(to_ns(parameters.number("step_s"))),
        classic_percent_(static_cast<std::int64_t>(
            parameters.number("classic_weight_ratio") * static_cast<double>(kWholePercent) + 0.5)),
        drops_on_overload_(parameters.boolean("drops_on_overload")),
        limit_bytes_(context.buffer_bytes),
        mtu_bytes_(context.packet_bytes),
        random_(context.random),
        update_at_ns_(update_ns_) {
    reset_credit();
  }

  Admission enqueue(const Packet& packet, SimTime now_ns, DiscardListener&) override {
    update_until(now_ns);
    ClassQueue& of = is_l4s(packet) ? l4s_ : classic_;
    if (waiting_packets() > 0 && waiting_bytes() + packet.wire_bytes > limit_bytes_) {
      ++of.dropped_packets;
      return Admission::refused(LossReason::kBufferFull);
    }
    of.packets.push(packet);
    return Admission::taken();
  }

  bool dequeue(Packet& packet, SimTime now_ns, DiscardListener& discards) override {
    update_until(now_ns);
    for (;;) {
      const bool has_l4s = !l4s_.packets.empty();
      const bool has_classic = !classic_.packets.empty();
      if (!has_l4s && !has_classic) {
        reset_credit();
        return false;
      }
      const bool takes_l4s = has_l4s && (!has_classic || credit_ <= 0);
      ClassQueue& of = takes_l4s ? l4s_ : classic_;
      static_cast<void>(of.packets.pop(packet));
      of.delay_ns = now_ns - packet.enqueued_ns;
      if (must_drop(packet, takes_l4s, now_ns, discards)) {
        ++of.dropped_packets;
        discards.on_discard(packet, LossReason::kEarly, now_ns);
        continue;
      }
      if (takes_l4s && of.delay_ns > step_ns_) {
        mark(packet, of, LossReason::kStep, now_ns, discards);
      }
      if (has_l4s && has_classic) spend_credit(packet.wire_bytes, takes_l4s);
      return true;
    }
  }

  [[nodiscard]] Bytes waiting_bytes() const override {
    return l4s_.packets.bytes() + classic_.packets.bytes();
  }
  [[nodiscard]] Packets waiting_packets() const override {
    return l4s_.packets.count() + classic_.packets.count();
  }

  void observe(SimTime now_ns, StateSink& sink) const override {
    update_until(now_ns);
    sink.number("base_probability", probability_);
    sink.number("classic_probability", probability_ * probability_);
    sink.number("l4s_probability", std::min(1.0, coupling_ * probability_));
    sink.number("classic_delay_s", seconds_or_nan(classic_.delay_ns));
    sink.number("l4s_delay_s", seconds_or_nan(l4s_.delay_ns));
    sink.number("classic_queue_bytes", static_cast<double>(classic_.packets.bytes()));
    sink.number("l4s_queue_bytes", static_cast<double>(l4s_.packets.bytes()));
    sink.number("classic_marked_packets", static_cast<double>(classic_.marked_packets));
    sink.number("l4s_marked_packets", static_cast<double>(l4s_.marked_packets));
    sink.number("classic_dropped_packets", static_cast<double>(classic_.dropped_packets));
    sink.number("l4s_dropped_packets", static_cast<double>(l4s_.dropped_packets));
  }

 private:
  // ECT(1), and CE, which may have been it (RFC 9331 5.1). Queues in front may have marked.
  static bool is_l4s(const Packet& packet) {
    return packet.ecn == EcnCodepoint::kEct1 || packet.ecn == EcnCodepoint::kCe;
  }

  void mark(Packet& packet, ClassQueue& of, LossReason reason, SimTime now_ns,
            DiscardListener& discards) {
    if (packet.ecn == EcnCodepoint::kCe) return;
    static_cast<void>(mark_ce(packet, reason, now_ns, discards));
    ++of.marked_packets;
  }

  // Drops or marks by the controller's probability: p^2 for the classic class, coupling x p for the
  // other one. Beyond 1 for that one the link is overloaded, and only drops help both.
  bool must_drop(Packet& packet, bool is_l4s, SimTime now_ns, DiscardListener& discards) {
    if (waiting_bytes() < kLeastBacklogPackets * mtu_bytes_) return false;
    const double l4s_probability = coupling_ * probability_;
    const bool is_overloaded = l4s_probability > 1;
    if (is_l4s) {
      if (is_overloaded && drops_on_overload_ && is_struck_twice()) return true;
      if (is_overloaded || random_.next_uniform() < l4s_probability) {
        mark(packet, l4s_, LossReason::kEarly, now_ns, discards);
      }
      return false;
    }
    if (!is_struck_twice()) return false;
    if (is_overloaded || packet.ecn == EcnCodepoint::kNotEct) return true;
    mark(packet, classic_, LossReason::kEarly, now_ns, discards);
    return false;
  }
  bool is_struck_twice() {
    return random_.next_uniform() < probability_ && random_.next_uniform() < probability_;
  }

  // Weighted turns by bytes while both classes wait: above 0 it is the classic one's.
  void reset_credit() { credit_ = mtu_bytes_ * (2 * classic_percent_ - kWholePercent); }
  void spend_credit(Bytes bytes, bool was_l4s) {
    credit_ += was_l4s ? classic_percent_ * bytes : -(kWholePercent - classic_percent_) * bytes;
  }

  // Makes up for the timer: between two packets the heads of both queues stay, so the outcome is
  // the same whenever it is asked for.
  void update_until(SimTime now_ns) const {
    for (; update_at_ns_ <= now_ns; update_at_ns_ += update_ns_) update(update_at_ns_);
  }
  void update(SimTime now_ns) const {
    const auto seconds = [](Duration duration_ns) {
      return to_s(static_cast<double>(duration_ns));
    };
    const Duration delay_ns = std::max(l4s_.head_wait_ns(now_ns), classic_.head_wait_ns(now_ns));
    const double step =
        alpha_hz_ * seconds(delay_ns - target_ns_) + beta_hz_ * seconds(delay_ns - last_delay_ns_);
    // Without drops on overload marks of 100% are the end.
    const double most = drops_on_overload_ ? 1 : 1 / coupling_;
    probability_ = std::clamp(probability_ + step, 0.0, std::min(most, 1.0));
    last_delay_ns_ = delay_ns;
  }

  Duration target_ns_;
  Duration update_ns_;
  double alpha_hz_;
  double beta_hz_;
  double coupling_;
  Duration step_ns_;
  std::int64_t classic_percent_;
  bool drops_on_overload_;
  Bytes limit_bytes_;
  Bytes mtu_bytes_;
  RandomStream random_;
  ClassQueue l4s_;
  ClassQueue classic_;
  std::int64_t credit_ = 0;
  // Mutable: the timer's work is done late.
  mutable SimTime update_at_ns_;
  mutable double probability_ = 0;
  mutable Duration last_delay_ns_ = 0;
};

std::vector<ParameterInfo> dualpi2_parameters() {
  return {
      number_parameter("target_s", 0.015, {0.0001, 1},
                       {"Delay in the classic queue that the probability is steered for",
                        "RFC 9332 A.1", "Target delay"}),
      number_parameter("update_interval_s", 0.016, {0.001, 1},
                       {"How often the probability is computed", "RFC 9332 A.1; Linux tupdate",
                        "Update interval"}),
      number_parameter("alpha_hz", 0.16, {0.001, 100},
                       {"Change of the probability per second of delay above the target, at each "
                        "update",
                        kDualPi2Linux, "Alpha"}),
      number_parameter("beta_hz", 3.2, {0.001, 100},
                       {"Change of the probability per second by which the delay has grown, at "
                        "each update",
                        kDualPi2Linux, "Beta"}),
      number_parameter("coupling_ratio", 2, {1, 255},
                       {"Scalable flows are marked so many times as often as the square root of "
                        "what classic ones meet: 2 gives equal windows at equal RTTs",
                        "RFC 9332 2.1, k", "Coupling factor"}),
      number_parameter("step_s", 0.001, {0.000001, 1},
                       {"Packets that waited longer in the L4S queue are all marked", kDualPi2Linux,
                        "Threshold of the L4S queue"}),
      number_parameter("classic_weight_ratio", 0.1, {0, 1},
                       {"Share of the link that the classic queue gets while both have packets, "
                        "to whole percents; the L4S queue gets the rest",
                        kDualPi2Linux, "Weight of the classic queue"}),
      boolean_parameter("drops_on_overload", true,
                        {"Drop packets of both queues once marks alone cannot hold them; otherwise "
                         "the queues grow until the buffer is full",
                         "RFC 9332 4.2.3; Linux drop_overload", "Drop on overload"}),
  };
}

}  // namespace

QueueInfo describe_dualpi2() {
  QueueInfo info;
  info.name = "dualpi2";
  info.title = "DualPI2";
  info.summary =
      "Two coupled queues: one of very low delay for senders of L4S, whose packets are marked, and "
      "one for all others, with a drop probability whose square root sets the first one's marks";
  info.source = "RFC 9332; Linux net/sched/sch_dualpi2.c";
  info.parameters = dualpi2_parameters();
  info.can_mark = true;
  info.metrics = {
      {"base_probability", "What the controller asks for, before it is squared or coupled"},
      {"classic_probability", "Probability of a drop or mark in the classic queue"},
      {"l4s_probability", "Probability of a mark in the L4S queue, without those of its step"},
      {"classic_delay_s", "How long the packet that left the classic queue last had waited"},
      {"l4s_delay_s", "How long the packet that left the L4S queue last had waited"},
      {"classic_queue_bytes", "Bytes that wait in the classic queue"},
      {"l4s_queue_bytes", "Bytes that wait in the L4S queue"},
      {"classic_marked_packets", "Marked in the classic queue, since the start"},
      {"l4s_marked_packets", "Marked in the L4S queue, since the start"},
      {"classic_dropped_packets", "Dropped from the classic queue, since the start"},
      {"l4s_dropped_packets", "Dropped from the L4S queue, since the start"},
  };
  info.make = [](const ParameterSet& parameters,
                 const QueueContext& context) -> std::unique_ptr<QueueDiscipline> {
    return std::make_unique<DualPi2>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
