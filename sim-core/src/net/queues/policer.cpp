// A token-bucket policer before a drop-tail queue: tokens come at a share of the link's rate, a
// packet that finds enough of them passes undelayed, any other is dropped. Tokens are kept as the
// time in which they come, the bucket is full at first (Linux net/sched/act_police.c,
// tcf_police_act(); RFC 2697 section 3 with one bucket, whose red packets are dropped).
#include <algorithm>

#include "net/packet_fifo.h"
#include "net/queue_discipline.h"

namespace ccsim {
namespace {

class Policer final : public QueueDiscipline {
 public:
  // A bucket holds at least one packet: else nothing would ever pass.
  Policer(const ParameterSet& parameters, const QueueContext& context)
      : limit_bytes_(context.buffer_bytes),
        token_rate_bps_(token_rate(parameters.number("token_rate_ratio"), context.rate_bps)),
        bucket_ns_(
            std::max(to_ns(parameters.number("bucket_s")), token_time(context.packet_bytes))),
        tokens_ns_(bucket_ns_) {}

  Admission enqueue(const Packet& packet, SimTime now_ns, DiscardListener&) override {
    tokens_ns_ = tokens_at(now_ns);
    filled_ns_ = now_ns;
    const Bytes wire_bytes = packet.wire_bytes;
    const Duration price_ns = token_time(wire_bytes);
    if (price_ns > tokens_ns_) {
      ++policed_packets_;
      return Admission::refused(LossReason::kPolicer);
    }
    tokens_ns_ -= price_ns;
    if (!waiting_.empty() && waiting_.bytes() + wire_bytes > limit_bytes_) {
      return Admission::refused(LossReason::kBufferFull);
    }
    waiting_.push(packet);
    return Admission::taken();
  }

  bool dequeue(Packet& packet, SimTime, DiscardListener&) override { return waiting_.pop(packet); }

  [[nodiscard]] Bytes waiting_bytes() const override { return waiting_.bytes(); }
  [[nodiscard]] Packets waiting_packets() const override { return waiting_.count(); }

  void observe(SimTime now_ns, StateSink& sink) const override {
    sink.number("token_bytes", to_s(static_cast<double>(tokens_at(now_ns))) *
                                   static_cast<double>(token_rate_bps_) / kBitsPerByte);
    sink.number("policed_packets", static_cast<double>(policed_packets_));
  }

 private:
  // To the nearest bit/s.
  static BitRate token_rate(double ratio, BitRate link_bps) {
    return std::max<BitRate>(static_cast<BitRate>(ratio * static_cast<double>(link_bps) + 0.5), 1);
  }
  // In which the tokens for so many bytes come.
  [[nodiscard]] Duration token_time(Bytes bytes) const {
    return mul_div_ceil(bytes * kBitsPerByte, kNanosecondsPerSecond, token_rate_bps_);
  }
  [[nodiscard]] Duration tokens_at(SimTime now_ns) const {
    return std::min(tokens_ns_ + (now_ns - filled_ns_), bucket_ns_);
  }

  Bytes limit_bytes_;
  BitRate token_rate_bps_;
  Duration bucket_ns_;
  Duration tokens_ns_;
  SimTime filled_ns_ = 0;
  Packets policed_packets_ = 0;
  PacketFifo waiting_;
};

}  // namespace

QueueInfo describe_policer() {
  QueueInfo info;
  info.name = "policer";
  info.title = "Policer";
  info.summary =
      "A token bucket before a drop-tail queue: what finds no tokens is dropped, what finds some "
      "passes undelayed, at the link's rate";
  info.source = "Linux net/sched/act_police.c, tcf_police_act(); RFC 2697 section 3";
  info.parameters = {
      number_parameter("token_rate_ratio", 0.5, {0.001, 1},
                       {"Rate at which tokens come, as a share of the link's rate; what "
                        "passes in the long run",
                        "no default in tc; this lab’s", "Token rate"}),
      number_parameter("bucket_s", 0.1, {0.0001, 60},
                       {"Time in which an empty bucket fills; it is full at first, and holds at "
                        "least one packet",
                        "no default in tc; this lab’s", "Bucket"}),
  };
  info.metrics = {{"token_bytes", "Tokens in the policer’s bucket"},
                  {"policed_packets", "Packets that found no tokens, so far"}};
  info.make = [](const ParameterSet& parameters,
                 const QueueContext& context) -> std::unique_ptr<QueueDiscipline> {
    return std::make_unique<Policer>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
