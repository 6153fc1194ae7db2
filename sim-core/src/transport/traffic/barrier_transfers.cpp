// Transfers of all flows of a group that start together, again and again: incast.
#include "engine/timer.h"
#include "transport/barrier.h"
#include "transport/repeated_transfer.h"
#include "transport/traffic_source.h"

namespace ccsim {
namespace {

class BarrierTransfers final : public TrafficSource, private Barrier::Member {
 public:
  BarrierTransfers(const ParameterSet& parameters, const TrafficContext& context)
      : transfer_(parameters.integer("size_bytes"), context.payload_bytes, *context.deliveries),
        rounds_left_(parameters.integer("round_count")),
        pause_ns_(to_ns(parameters.number("pause_s"))),
        spread_ns_(to_ns(parameters.number("spread_s"))),
        random_(context.random),
        barrier_(*context.barrier),
        begin_timer_(context.engine, Rank::kFlow, *this) {
    barrier_.join(*this);
  }

  void start(Sender& sender, SimTime now_ns) override {
    sender_ = &sender;
    barrier_.arrive(now_ns);
  }
  void stop(Sender& sender, SimTime now_ns) override {
    begin_timer_.disarm();
    sender.stop_writing(now_ns);
  }
  void on_received(std::int64_t sequence, SimTime now_ns) override {
    transfer_.on_received(sequence, now_ns);
  }
  void on_acknowledged(std::int64_t sequence, SimTime now_ns) override {
    if (transfer_.on_acknowledged(sequence, now_ns)) barrier_.arrive(now_ns);
  }

 private:
  void on_barrier_open(SimTime now_ns) override {
    if (rounds_left_ == 0) return;
    --rounds_left_;
    const Duration late_ns = spread_ns_ > 0 ? random_.next_below(spread_ns_) : 0;
    begin_timer_.arm(now_ns + pause_ns_ + late_ns);
  }
  void begin(SimTime now_ns) { transfer_.begin(*sender_, now_ns); }

  RepeatedTransfer transfer_;
  std::int64_t rounds_left_;
  Duration pause_ns_;
  Duration spread_ns_;
  RandomStream random_;
  Barrier& barrier_;
  Sender* sender_ = nullptr;
  Timer<BarrierTransfers, &BarrierTransfers::begin> begin_timer_;
};

}  // namespace

TrafficInfo describe_barrier_transfers() {
  TrafficInfo info;
  info.name = "barrier_transfers";
  info.title = "Synchronised transfers";
  info.summary =
      "One transfer of each flow of the group at a time, all of them together; the next ones begin "
      "when the slowest flow has its last ACK (incast)";
  info.source =
      "Phanishayee et al.: Measurement and Analysis of TCP Throughput Collapse in Cluster-based "
      "Storage Systems, FAST 2008 (synchronized reads)";
  info.delivers_parts = true;
  info.parameters = {
      integer_parameter("size_bytes", 256'000, {1, 1'000'000'000'000},
                        {"Payload of each transfer; it is sent in whole packets",
                         "Phanishayee et al. 2008: 256 KB", "Size"}),
      integer_parameter("round_count", 10, {1, 10'000},
                        {"So often all flows of the group transfer", kOwnChoice, "Rounds"}),
      number_parameter("pause_s", 0, {0, 3600},
                       {"Time from the last ACK of the slowest flow to the next round, and before "
                        "the first one",
                        kOwnChoice, "Pause"}),
      number_parameter(
          "spread_s", 0, {0, 60},
          {"A flow begins up to this much after its round does: uniform, from the seed", kOwnChoice,
           "Spread"}),
  };
  info.make = [](const ParameterSet& parameters,
                 const TrafficContext& context) -> std::unique_ptr<TrafficSource> {
    return std::make_unique<BarrierTransfers>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
