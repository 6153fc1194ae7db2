// FQ-CoDel: a hash gives each flow one of many queues, each with a CoDel of its own; they are
// served in turn by bytes, and a queue that was empty goes first (RFC 8290).
#include <vector>

#include "engine/ring_buffer.h"
#include "net/codel_queue.h"
#include "net/queue_discipline.h"

namespace ccsim {
namespace {

// The defaults of Linux, where the quantum is an Ethernet frame.
constexpr const char* kDefaults = "RFC 8290 5.2; Linux net/sched/sch_fq_codel.c";

struct FlowQueue {
  explicit FlowQueue(const CodelSettings& settings) : packets(settings) {}

  CodelQueue packets;
  Bytes credit_bytes = 0;
  bool is_listed = false;  // as new or as old
};

class FqCodel final : public QueueDiscipline {
 public:
  FqCodel(const ParameterSet& parameters, const QueueContext& context)
      : quantum_bytes_(parameters.integer("quantum_bytes")),
        batch_packets_(parameters.integer("drop_batch_packets")),
        limit_bytes_(context.buffer_bytes),
        random_(context.random) {
    const CodelSettings settings = {.target_ns = to_ns(parameters.number("target_s")),
                                    .interval_ns = to_ns(parameters.number("interval_s")),
                                    .mtu_bytes = context.packet_bytes,
                                    .ecn = parameters.boolean("ecn"),
                                    .ce_threshold_ns = to_ns(parameters.number("ce_threshold_s"))};
    const std::int64_t count = parameters.integer("queue_count");
    queues_.reserve(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) queues_.emplace_back(settings);
  }

  Admission enqueue(const Packet& packet, SimTime now_ns, DiscardListener& discards) override {
    const std::uint32_t index =
        queue_of(connection_key(packet.flow_index, packet.connection_index));
    while (waiting_packets_ > 0 && waiting_bytes_ + packet.wire_bytes > limit_bytes_) {
      if (!make_room(index, packet.wire_bytes, now_ns, discards)) {
        return Admission::refused(LossReason::kFlowOverflow);
      }
    }
    FlowQueue& queue = queues_[index];
    if (!queue.is_listed) {
      queue.is_listed = true;
      queue.credit_bytes = quantum_bytes_;
      new_.push_back(index);
    }
    if (queue.packets.empty()) ++active_count_;
    queue.packets.push(packet);
    waiting_bytes_ += packet.wire_bytes;
    ++waiting_packets_;
    return Admission::taken();
  }

  // RFC 8290 4.2: new queues first, then old ones. One that has used its credit goes to the end of
  // the old ones; so does a new one that ran empty, lest it come back as new at once.
  bool dequeue(Packet& packet, SimTime now_ns, DiscardListener& discards) override {
    while (!new_.empty() || !old_.empty()) {
      const bool is_new = !new_.empty();
      RingBuffer<std::uint32_t>& list = is_new ? new_ : old_;
      const std::uint32_t index = list.front();
      FlowQueue& queue = queues_[index];
      if (queue.credit_bytes <= 0) {
        queue.credit_bytes += quantum_bytes_;
        list.pop_front();
        old_.push_back(index);
      } else if (take(queue, packet, now_ns, discards)) {
        queue.credit_bytes -= packet.wire_bytes;
        return true;
      } else {
        list.pop_front();
        queue.is_listed = is_new;
        if (is_new) old_.push_back(index);
      }
    }
    return false;
  }

  [[nodiscard]] Bytes waiting_bytes() const override { return waiting_bytes_; }
  [[nodiscard]] Packets waiting_packets() const override { return waiting_packets_; }

  void observe(SimTime, StateSink& sink) const override {
    sink.number("active_queue_count", static_cast<double>(active_count_));
    sink.number("delay_dropped_packets", static_cast<double>(delay_dropped_packets_));
    sink.number("overflow_dropped_packets", static_cast<double>(overflow_dropped_packets_));
  }

 private:
  // The high half of a product spreads the hash evenly over the queues.
  [[nodiscard]] std::uint32_t queue_of(std::uint32_t key) const {
    const unsigned __int128 scaled =
        static_cast<unsigned __int128>(random_.bits_at(key)) * queues_.size();
    return static_cast<std::uint32_t>(scaled >> 64);
  }

  bool take(FlowQueue& queue, Packet& packet, SimTime now_ns, DiscardListener& discards) {
    const Bytes bytes_before = queue.packets.bytes();
    const Packets count_before = queue.packets.count();
    const bool has_packet = queue.packets.take(packet, now_ns, discards);
    const Packets gone_packets = count_before - queue.packets.count();
    forget(queue, bytes_before - queue.packets.bytes(), gone_packets);
    delay_dropped_packets_ += gone_packets - (has_packet ? 1 : 0);
    return has_packet;
  }

  // RFC 8290 4.1: from the head of the longest queue, up to half of it, a batch at most. The
  // arriving packet counts as a part of its queue; false if it is all of the longest one.
  bool make_room(std::uint32_t arriving_index, Bytes arriving_bytes, SimTime now_ns,
                 DiscardListener& discards) {
    std::uint32_t longest = arriving_index;
    Bytes longest_bytes = queues_[arriving_index].packets.bytes() + arriving_bytes;
    for (const RingBuffer<std::uint32_t>* list : {&new_, &old_}) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        const Bytes bytes = queues_[list->at(i)].packets.bytes();
        if (bytes <= longest_bytes) continue;
        longest = list->at(i);
        longest_bytes = bytes;
      }
    }
    FlowQueue& queue = queues_[longest];
    if (queue.packets.empty()) {
      ++overflow_dropped_packets_;
      return false;
    }
    Bytes dropped_bytes = 0;
    for (Packets i = 0; i < batch_packets_ && dropped_bytes < longest_bytes / 2; ++i) {
      Packet packet;
      if (!queue.packets.pop(packet)) break;
      discards.on_discard(packet, LossReason::kFlowOverflow, now_ns);
      dropped_bytes += packet.wire_bytes;
      forget(queue, packet.wire_bytes, 1);
      ++overflow_dropped_packets_;
    }
    return true;
  }

  // Packets have left this queue.
  void forget(const FlowQueue& queue, Bytes gone_bytes, Packets gone_packets) {
    waiting_bytes_ -= gone_bytes;
    waiting_packets_ -= gone_packets;
    if (gone_packets > 0 && queue.packets.empty()) --active_count_;
  }

  Bytes quantum_bytes_;
  Packets batch_packets_;
  Bytes limit_bytes_;
  RandomStream random_;  // the hash: draw n belongs to the connection with key n
  std::vector<FlowQueue> queues_;
  RingBuffer<std::uint32_t> new_;
  RingBuffer<std::uint32_t> old_;
  Bytes waiting_bytes_ = 0;
  Packets waiting_packets_ = 0;
  std::int64_t active_count_ = 0;
  Packets delay_dropped_packets_ = 0;
  Packets overflow_dropped_packets_ = 0;
};

std::vector<ParameterInfo> fq_codel_parameters() {
  return {
      number_parameter(
          "target_s", 0.005, {0.0001, 1},
          {"Delay in a flow's queue that is acceptable for long", kDefaults, "Target delay"}),
      number_parameter("interval_s", 0.1, {0.001, 10},
                       {"How long the delay may stay above the target before a drop: about the "
                        "longest usual RTT",
                        kDefaults, "Interval"}),
      integer_parameter(
          "quantum_bytes", 1514, {256, 1'000'000},
          {"How much a queue may send before it is the next one's turn", kDefaults, "Quantum"}),
      integer_parameter("queue_count", 1024, {1, 65'536},
                        {"Flows are spread over so many queues by a hash that the seed decides; "
                         "flows may share one",
                         kDefaults, "Queues"}),
      integer_parameter("drop_batch_packets", 64, {1, 1024},
                        {"When the buffer is full, at most so many packets are dropped at once "
                         "from the longest queue, and not more than half of it",
                         kDefaults, "Largest batch of drops"}),
      ecn_parameter(),
      ce_threshold_parameter(),
  };
}

}  // namespace

QueueInfo describe_fq_codel() {
  QueueInfo info;
  info.name = "fq_codel";
  info.title = "FQ-CoDel";
  info.summary =
      "Fair queueing with controlled delay: each flow has a queue that CoDel manages; the queues "
      "send in turn, those of flows that send little first";
  info.source = "RFC 8290; Linux net/sched/sch_fq_codel.c";
  info.parameters = fq_codel_parameters();
  info.can_mark = true;
  info.metrics = {
      {"active_queue_count", "Queues of flows in which packets wait"},
      {"delay_dropped_packets", "Dropped by CoDel for their delay, since the start"},
      {"overflow_dropped_packets", "Dropped because the buffer was full, since the start"},
  };
  info.make = [](const ParameterSet& parameters,
                 const QueueContext& context) -> std::unique_ptr<QueueDiscipline> {
    return std::make_unique<FqCodel>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
