// A transfer of a given size, once or again and again over one connection.
#include "engine/timer.h"
#include "transport/arrival_process.h"
#include "transport/repeated_transfer.h"
#include "transport/traffic_source.h"

namespace ccsim {
namespace {

class Transfers final : public TrafficSource {
 public:
  Transfers(const ParameterSet& parameters, const TrafficContext& context)
      : transfer_(parameters.integer("size_bytes"), context.payload_bytes, *context.deliveries),
        transfers_left_(parameters.integer("transfer_count")),
        think_ns_(to_ns(parameters.number("think_s"))),
        has_random_thinks_(parameters.choice("think_distribution") == "exponential"),
        random_(context.random),
        think_timer_(context.engine, Rank::kFlow, *this) {}

  void start(Sender& sender, SimTime now_ns) override {
    sender_ = &sender;
    begin(now_ns);
  }
  void stop(Sender& sender, SimTime now_ns) override {
    think_timer_.disarm();
    sender.stop_writing(now_ns);
  }
  void on_received(std::int64_t sequence, SimTime now_ns) override {
    transfer_.on_received(sequence, now_ns);
  }
  void on_acknowledged(std::int64_t sequence, SimTime now_ns) override {
    const bool is_over = transfer_.on_acknowledged(sequence, now_ns);
    if (is_over && transfers_left_ > 0) think_timer_.arm(now_ns + think_time_ns());
  }

 private:
  void begin(SimTime now_ns) {
    --transfers_left_;
    transfer_.begin(*sender_, now_ns);
  }
  Duration think_time_ns() {
    if (!has_random_thinks_ || think_ns_ == 0) return think_ns_;
    return exponential_ns(random_, static_cast<double>(think_ns_));
  }

  RepeatedTransfer transfer_;
  std::int64_t transfers_left_;
  Duration think_ns_;
  bool has_random_thinks_;
  RandomStream random_;
  Sender* sender_ = nullptr;
  Timer<Transfers, &Transfers::begin> think_timer_;
};

}  // namespace

TrafficInfo describe_transfer() {
  TrafficInfo info;
  info.name = "transfer";
  info.title = "Transfers";
  info.summary = "Transfers of one size over one connection, each some time after the one before";
  info.source = "RFC 6349 3.3 (transfer time)";
  info.delivers_parts = true;
  info.parameters = {
      integer_parameter("size_bytes", 1'000'000, {1, 1'000'000'000'000},
                        {"Payload of a transfer; it is sent in whole packets", kOwnChoice, "Size"}),
      integer_parameter("transfer_count", 1, {1, 10'000},
                        {"So many transfers one after the other", kOwnChoice, "Transfers"}),
      number_parameter(
          "think_s", 1, {0, 3600},
          {"Time from the last ACK of a transfer to the next one", kOwnChoice, "Think time"}),
      choice_parameter("think_distribution", {"fixed", "exponential"},
                       {"Each think time alike, or drawn with this mean from the seed", kOwnChoice,
                        "Think times"}),
  };
  info.make = [](const ParameterSet& parameters,
                 const TrafficContext& context) -> std::unique_ptr<TrafficSource> {
    return std::make_unique<Transfers>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
