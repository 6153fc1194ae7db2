// Frames of one size at a steady rate, as a camera gives them, each with a deadline.
#include <algorithm>

#include "engine/ring_buffer.h"
#include "engine/timer.h"
#include "transport/steady_times.h"
#include "transport/traffic_source.h"

namespace ccsim {
namespace {

constexpr double kPerThousand = 1000;

class Media final : public TrafficSource {
 public:
  Media(const ParameterSet& parameters, const TrafficContext& context)
      : frame_bytes_(parameters.integer("frame_bytes")),
        frame_packets_(packets_of(frame_bytes_, context.payload_bytes)),
        deadline_ns_(to_ns(parameters.number("deadline_s"))),
        times_(1000 * kSecond, std::llround(parameters.number("frame_rate_hz") * kPerThousand)),
        log_(*context.deliveries),
        timer_(context.engine, Rank::kFlow, *this) {}

  void start(Sender& sender, SimTime now_ns) override {
    sender_ = &sender;
    times_.start(now_ns);
    timer_.arm(times_.take());
  }
  void stop(Sender& sender, SimTime now_ns) override {
    timer_.disarm();
    sender.stop_writing(now_ns);
  }
  void on_received(std::int64_t sequence, SimTime now_ns) override {
    for (; !open_.empty() && open_.front().end_sequence <= sequence; open_.pop_front()) {
      last_delay_ns_ = now_ns - open_.front().written_ns;
      log_.complete_frame(now_ns);
    }
  }
  void observe(StateSink& sink) const override {
    sink.number("frame_delay_s", seconds_or_nan(last_delay_ns_));
  }

 private:
  struct Frame {
    std::int64_t end_sequence = 0;
    SimTime written_ns = 0;
  };

  void write(SimTime now_ns) {
    timer_.arm(times_.take());
    end_sequence_ += frame_packets_;
    open_.push_back({end_sequence_, now_ns});
    log_.begin_frame(frame_bytes_, now_ns, now_ns + deadline_ns_);
    sender_->write(frame_packets_, now_ns);
  }

  Bytes frame_bytes_;
  Packets frame_packets_;
  Duration deadline_ns_;
  SteadyTimes times_;
  DeliveryLog& log_;
  Sender* sender_ = nullptr;
  RingBuffer<Frame> open_;
  std::int64_t end_sequence_ = 0;  // of the last one
  Duration last_delay_ns_ = kNoDuration;
  Timer<Media, &Media::write> timer_;
};

}  // namespace

TrafficInfo describe_media() {
  TrafficInfo info;
  info.name = "media";
  info.title = "Media frames";
  info.summary =
      "Frames of one size at a steady rate over a connection; one that is not complete at the "
      "receiver by its deadline counts as missed, but is delivered all the same";
  info.source = "ITU-T G.114 (150 ms one way)";
  info.delivers_parts = true;
  info.metrics = {{"frame_delay_s", "Delay of the last frame that was complete, from its write"}};
  info.parameters = {
      number_parameter("frame_rate_hz", 30, {0.1, 1000},
                       {"Frames per second", kOwnChoice, "Frame rate"}),
      integer_parameter(
          "frame_bytes", 12'500, {1, 10'000'000},
          {"Payload of a frame; it is sent in whole packets", kOwnChoice, "Frame size"}),
      number_parameter("deadline_s", 0.15, {0.001, 60},
                       {"A frame may take so long from its write to its last byte at the receiver",
                        "ITU-T G.114", "Deadline"}),
  };
  info.make = [](const ParameterSet& parameters,
                 const TrafficContext& context) -> std::unique_ptr<TrafficSource> {
    return std::make_unique<Media>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
