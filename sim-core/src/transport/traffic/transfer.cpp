// A transfer of a given size, once or again and again over one connection.
#include "engine/timer.h"
#include "transport/arrival_process.h"
#include "transport/traffic_source.h"

namespace ccsim {
namespace {

class Transfers final : public TrafficSource {
 public:
  Transfers(const ParameterSet& parameters, const TrafficContext& context)
      : size_bytes_(parameters.integer("size_bytes")),
        size_packets_(packets_of(size_bytes_, context.payload_bytes)),
        transfers_left_(parameters.integer("transfer_count")),
        think_ns_(to_ns(parameters.number("think_s"))),
        has_random_thinks_(parameters.choice("think_distribution") == "exponential"),
        random_(context.random),
        log_(*context.deliveries),
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
    if (is_complete_ || sequence < end_sequence_) return;
    is_complete_ = true;
    log_.complete_transfer(transfer_, now_ns);
  }
  void on_acknowledged(std::int64_t sequence, SimTime now_ns) override {
    if (is_acknowledged_ || sequence < end_sequence_) return;
    is_acknowledged_ = true;
    log_.acknowledge_transfer(transfer_, now_ns);
    if (transfers_left_ > 0) think_timer_.arm(now_ns + think_time_ns());
  }

 private:
  void begin(SimTime now_ns) {
    --transfers_left_;
    is_complete_ = is_acknowledged_ = false;
    end_sequence_ += size_packets_;
    transfer_ = log_.begin_transfer(size_bytes_, now_ns);
    sender_->write(size_packets_, now_ns);
  }
  Duration think_time_ns() {
    if (!has_random_thinks_ || think_ns_ == 0) return think_ns_;
    return exponential_ns(random_, static_cast<double>(think_ns_));
  }

  Bytes size_bytes_;
  Packets size_packets_;
  std::int64_t transfers_left_;
  Duration think_ns_;
  bool has_random_thinks_;
  RandomStream random_;
  DeliveryLog& log_;
  Sender* sender_ = nullptr;
  std::int64_t transfer_ = 0;
  std::int64_t end_sequence_ = 0;  // of the running one
  bool is_complete_ = false;
  bool is_acknowledged_ = false;
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
