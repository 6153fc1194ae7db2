// FIFO that marks above a threshold: the switch of DCTCP, which looks at the queue as a packet
// arrives (RFC 8257 3.1), or the step of L4S, which looks at a packet's wait as it leaves
// (RFC 9332 2.5.1.1). What cannot be marked passes until the buffer is full.
#include "net/ecn_marking.h"
#include "net/packet_fifo.h"
#include "net/queue_discipline.h"

namespace ccsim {
namespace {

class Step final : public QueueDiscipline {
 public:
  Step(const ParameterSet& parameters, const QueueContext& context)
      : counts_packets_(parameters.choice("threshold") == "packets"),
        threshold_packets_(parameters.integer("threshold_packets")),
        threshold_ns_(to_ns(parameters.number("threshold_s"))),
        limit_bytes_(context.buffer_bytes) {}

  Admission enqueue(const Packet& packet, SimTime now_ns, DiscardListener& discards) override {
    if (!waiting_.empty() && waiting_.bytes() + packet.wire_bytes > limit_bytes_) {
      return Admission::refused(LossReason::kBufferFull);
    }
    Packet taken = packet;
    // The arriving packet counts.
    const bool is_above = counts_packets_ && waiting_.count() >= threshold_packets_;
    if (is_above) static_cast<void>(mark_ce(taken, LossReason::kStep, now_ns, discards));
    waiting_.push(taken);
    return Admission::taken();
  }

  bool dequeue(Packet& packet, SimTime now_ns, DiscardListener& discards) override {
    if (!waiting_.pop(packet)) return false;
    sojourn_ns_ = now_ns - packet.enqueued_ns;
    const bool is_above = !counts_packets_ && sojourn_ns_ > threshold_ns_;
    if (is_above) static_cast<void>(mark_ce(packet, LossReason::kStep, now_ns, discards));
    return true;
  }

  [[nodiscard]] Bytes waiting_bytes() const override { return waiting_.bytes(); }
  [[nodiscard]] Packets waiting_packets() const override { return waiting_.count(); }

  void observe(SimTime, StateSink& sink) const override {
    sink.number("sojourn_s", seconds_or_nan(sojourn_ns_));
  }

 private:
  bool counts_packets_;
  Packets threshold_packets_;
  Duration threshold_ns_;
  Bytes limit_bytes_;
  PacketFifo waiting_;
  Duration sojourn_ns_ = kNoDuration;
};

}  // namespace

QueueInfo describe_step() {
  QueueInfo info;
  info.name = "step";
  info.title = "Step marking";
  info.summary =
      "First in, first out; packets of flows that use ECN are marked while the queue is above a "
      "threshold, others are dropped when there is no room";
  info.source = "RFC 8257 3.1; RFC 9332 2.5.1.1";
  info.parameters = {
      choice_parameter("threshold", {"packets", "sojourn"},
                       {"packets: waiting packets as one arrives, as DCTCP's switches count; "
                        "sojourn: how long a packet has waited as it leaves, as for L4S",
                        "RFC 8257 3.1; RFC 9332 2.5.1.1", "What the threshold measures"}),
      integer_parameter("threshold_packets", 65, {1, 1'000'000},
                        {"Only with packets: an arriving packet is marked if more than so many "
                         "wait with it",
                         "Alizadeh et al. 2010, section 3.5: 65 at 10 Gbit/s", "Threshold K"}),
      number_parameter("threshold_s", 0.001, {0.000001, 1},
                       {"Only with sojourn: what has waited longer is marked",
                        "Linux net/sched/sch_dualpi2.c, step_thresh", "Threshold of the wait"}),
  };
  info.can_mark = true;
  info.metrics = {{"sojourn_s", "How long the packet that left the queue last had waited"}};
  info.make = [](const ParameterSet& parameters,
                 const QueueContext& context) -> std::unique_ptr<QueueDiscipline> {
    return std::make_unique<Step>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
