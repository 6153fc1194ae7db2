// FIFO that refuses what does not fit. The limit counts waiting bytes; the packet in service has
// left the queue. At least one packet always fits.
#include "net/packet_fifo.h"
#include "net/queue_discipline.h"

namespace ccsim {
namespace {

class DropTail final : public QueueDiscipline {
 public:
  explicit DropTail(Bytes limit_bytes) : limit_bytes_(limit_bytes) {}

  Admission enqueue(const Packet& packet, SimTime, DiscardListener&) override {
    const Bytes wire_bytes = packet.wire_bytes;
    if (!waiting_.empty() && waiting_.bytes() + wire_bytes > limit_bytes_) {
      return Admission::refused(LossReason::kBufferFull);
    }
    waiting_.push(packet);
    return Admission::taken();
  }

  bool dequeue(Packet& packet, SimTime, DiscardListener&) override { return waiting_.pop(packet); }

  [[nodiscard]] Bytes waiting_bytes() const override { return waiting_.bytes(); }
  [[nodiscard]] Packets waiting_packets() const override { return waiting_.count(); }

 private:
  Bytes limit_bytes_;
  PacketFifo waiting_;
};

}  // namespace

QueueInfo describe_droptail() {
  QueueInfo info;
  info.name = "droptail";
  info.title = "Drop-tail";
  info.summary = "First in, first out; a packet that finds no room is dropped";
  info.source = "RFC 7567 1; Linux net/sched/sch_fifo.c, bfifo";
  info.make = [](const ParameterSet&,
                 const QueueContext& context) -> std::unique_ptr<QueueDiscipline> {
    return std::make_unique<DropTail>(context.buffer_bytes);
  };
  return info;
}

}  // namespace ccsim
