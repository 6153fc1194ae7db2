// CoDel: packets are dropped at the head of a queue in which they have waited too long for a whole
// interval, ever more often until the delay falls (RFC 8289 5; names as in its pseudocode).
#include <cmath>

#include "net/packet_fifo.h"
#include "net/queue_discipline.h"

namespace ccsim {
namespace {

// Within so many intervals a new dropping phase goes on near the rate of the last one (RFC 8289
// 5.5).
constexpr Duration kMemoryIntervals = 16;

class Codel final : public QueueDiscipline {
 public:
  Codel(const ParameterSet& parameters, const QueueContext& context)
      : target_ns_(to_ns(parameters.number("target_s"))),
        interval_ns_(to_ns(parameters.number("interval_s"))),
        limit_bytes_(context.buffer_bytes),
        mtu_bytes_(context.packet_bytes) {}

  // The buffer's end is that of drop-tail.
  bool enqueue(const Packet& packet, SimTime, DiscardListener&) override {
    if (!waiting_.empty() && waiting_.bytes() + packet.wire_bytes > limit_bytes_) return false;
    waiting_.push(packet);
    return true;
  }

  bool dequeue(Packet& packet, SimTime now_ns, DiscardListener& discards) override {
    Head head = take_head(packet, now_ns);
    if (is_dropping_) {
      is_dropping_ = head.may_drop;
      while (is_dropping_ && now_ns >= drop_next_ns_) {
        discards.on_discard(packet, now_ns);
        ++count_;
        head = take_head(packet, now_ns);
        is_dropping_ = head.may_drop;
        if (is_dropping_) drop_next_ns_ += drop_interval_ns();
      }
    } else if (head.may_drop) {
      discards.on_discard(packet, now_ns);
      head = take_head(packet, now_ns);
      is_dropping_ = true;
      const std::int64_t dropped_last = count_ - last_count_;
      const bool is_soon = now_ns - drop_next_ns_ < kMemoryIntervals * interval_ns_;
      count_ = dropped_last > 1 && is_soon ? dropped_last : 1;
      last_count_ = count_;
      drop_next_ns_ = now_ns + drop_interval_ns();
    }
    return head.exists;
  }

  [[nodiscard]] Bytes waiting_bytes() const override { return waiting_.bytes(); }
  [[nodiscard]] Packets waiting_packets() const override { return waiting_.count(); }

  void observe(SimTime, StateSink& sink) const override {
    sink.number("sojourn_s", seconds_or_nan(sojourn_ns_));
    sink.number("drop_interval_s", seconds_or_nan(is_dropping_ ? drop_interval_ns() : kNoDuration));
  }

 private:
  struct Head {
    bool exists = false;
    bool may_drop = false;  // it and all before it waited too long, for an interval
  };

  // Takes the packet at the head and judges its wait (dodequeue() of RFC 8289 5.6). The last MTU of
  // bytes is never dropped: an idle link would help nobody.
  Head take_head(Packet& packet, SimTime now_ns) {
    if (!waiting_.pop(packet)) {
      first_above_ns_ = kNever;
      return {};
    }
    sojourn_ns_ = now_ns - packet.enqueued_ns;
    if (sojourn_ns_ < target_ns_ || waiting_.bytes() <= mtu_bytes_) {
      first_above_ns_ = kNever;
      return {.exists = true};
    }
    if (first_above_ns_ == kNever) {
      first_above_ns_ = now_ns + interval_ns_;
      return {.exists = true};
    }
    return {.exists = true, .may_drop = now_ns >= first_above_ns_};
  }

  // The control law (RFC 8289 3.3): the throughput of Reno falls with the square root of the drops.
  [[nodiscard]] Duration drop_interval_ns() const {
    return static_cast<Duration>(static_cast<double>(interval_ns_) /
                                 std::sqrt(static_cast<double>(count_)));
  }

  Duration target_ns_;
  Duration interval_ns_;
  Bytes limit_bytes_;
  Bytes mtu_bytes_;
  PacketFifo waiting_;
  Duration sojourn_ns_ = kNoDuration;  // of the packet that was taken last
  SimTime first_above_ns_ = kNever;    // when dropping may begin; kNever: the delay is low
  SimTime drop_next_ns_ = 0;
  std::int64_t count_ = 0;  // drops since dropping began, with what was remembered
  std::int64_t last_count_ = 0;
  bool is_dropping_ = false;
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
  };
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
