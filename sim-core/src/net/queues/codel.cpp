// CoDel in one queue for all flows (RFC 8289); codel_queue.h has the rules.
#include "net/codel_queue.h"
#include "net/queue_discipline.h"

namespace ccsim {
namespace {

class Codel final : public QueueDiscipline {
 public:
  Codel(const ParameterSet& parameters, const QueueContext& context)
      : limit_bytes_(context.buffer_bytes),
        waiting_({.target_ns = to_ns(parameters.number("target_s")),
                  .interval_ns = to_ns(parameters.number("interval_s")),
                  .mtu_bytes = context.packet_bytes,
                  .ecn = parameters.boolean("ecn"),
                  .ce_threshold_ns = to_ns(parameters.number("ce_threshold_s"))}) {}

  // The buffer's end is that of drop-tail.
  Admission enqueue(const Packet& packet, SimTime, DiscardListener&) override {
    if (!waiting_.empty() && waiting_.bytes() + packet.wire_bytes > limit_bytes_) {
      return Admission::refused(LossReason::kBufferFull);
    }
    waiting_.push(packet);
    return Admission::taken();
  }

  bool dequeue(Packet& packet, SimTime now_ns, DiscardListener& discards) override {
    return waiting_.take(packet, now_ns, discards);
  }

  [[nodiscard]] Bytes waiting_bytes() const override { return waiting_.bytes(); }
  [[nodiscard]] Packets waiting_packets() const override { return waiting_.count(); }

  void observe(SimTime, StateSink& sink) const override {
    sink.number("sojourn_s", seconds_or_nan(waiting_.sojourn_ns()));
    sink.number("drop_interval_s", seconds_or_nan(waiting_.drop_interval_ns()));
  }

 private:
  Bytes limit_bytes_;
  CodelQueue waiting_;
};

}  // namespace

QueueInfo describe_codel() {
  QueueInfo info;
  info.name = "codel";
  info.title = "CoDel";
  info.summary =
      "Controlled delay: once packets have waited longer than the target for a whole interval, "
      "packets at the head are dropped, at growing frequency, until the delay is below the target";
  info.source = "RFC 8289; Linux include/net/codel_impl.h";
  info.parameters = {
      number_parameter(
          "target_s", 0.005, {0.0001, 1},
          {"Delay in the queue that is acceptable for long", "RFC 8289 4.3", "Target delay"}),
      number_parameter("interval_s", 0.1, {0.001, 10},
                       {"How long the delay may stay above the target before a drop: about the "
                        "longest usual RTT",
                        "RFC 8289 4.3", "Interval"}),
      ecn_parameter(),
      ce_threshold_parameter(),
  };
  info.can_mark = true;
  info.metrics = {
      {"sojourn_s", "How long the packet that left the queue last had waited"},
      {"drop_interval_s", "Time from drop to drop while packets are dropped"},
  };
  info.make = [](const ParameterSet& parameters,
                 const QueueContext& context) -> std::unique_ptr<QueueDiscipline> {
    return std::make_unique<Codel>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
