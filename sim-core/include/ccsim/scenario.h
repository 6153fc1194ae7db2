// What is simulated. A typed struct, checked at the border (Pydantic) before it comes here: the
// core asserts, it does not explain. There is no JSON in the core.
//
//             access delay                bottleneck                        delay_ns
//   sender ───────────────────▶ [ buffer | transmitter at rate ] ─── loss ──────────▶ receiver
//      ▲     rtt/2 - delay                                                                │
//      └───────────────────────────────── rtt/2, no queue ────────────────────────────────┘
//
// Propagation only: a packet's transmission time at the bottleneck comes on top. Access links add
// no transmission time. ACKs meet no queue, unless their flow has a path back over links.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ccsim/ecn.h"
#include "ccsim/parameters.h"
#include "ccsim/units.h"

namespace ccsim {

class AlgorithmModule;

inline constexpr std::int64_t kUnlimited = -1;

enum class LossPosition : std::uint8_t { kBeforeQueue, kAfterQueue };
enum class LossDirection : std::uint8_t { kData, kAck, kBoth };

// Random loss. The decision for a flow's n-th transmission is draw n of its loss stream, wherever
// the loss sits, so that two algorithms meet the same luck.
struct LossConfig {
  ComponentChoice model;  // of losses(); without a kind there is no random loss
  LossPosition position = LossPosition::kAfterQueue;
  LossDirection direction = LossDirection::kData;

  [[nodiscard]] bool is_on() const { return !model.kind.empty(); }
};

// From `at_ns` on the rate moves to `rate_bps`, 0 for none: at once, or evenly within `ramp_ns`.
struct RateStep {
  SimTime at_ns = 0;
  BitRate rate_bps = 0;
  Duration ramp_ns = 0;
};

// The same for the propagation delay.
struct DelayStep {
  SimTime at_ns = 0;
  Duration delay_ns = 0;
  Duration ramp_ns = 0;
};

// What leaves the link, or an ACK that leaves its receiver, in [from_ns, to_ns) is lost.
struct Outage {
  SimTime from_ns = 0;
  SimTime to_ns = 0;
  LossDirection direction = LossDirection::kBoth;
};

// From `at_ns` on this share of the packets that leave the link, or of the ACKs that leave their
// receivers, is lost, each by itself.
struct LossStep {
  SimTime at_ns = 0;
  double probability = 0;
  LossDirection direction = LossDirection::kData;
};

enum class JitterShape : std::uint8_t {
  kUniform,  // in [0, jitter)
  kNormal,   // mean half of it, standard deviation a sixth, cut to [0, jitter)
};

// What a link does after the last of its opportunities.
enum class TraceEnd : std::uint8_t {
  kRepeat,  // the same again from the start
  kHold,    // those of the last kHeldDuration, again and again; of a shorter trace all
};

inline constexpr Duration kHeldDuration = kSecond;

// How a link changes during the run. Lists are in the order of time; a step starts no
// earlier than the ramp before it ends.
struct LinkChanges {
  std::vector<RateStep> rates;
  // Times at which up to kOpportunityBytes leave, instead of a rate. Never falling, the last one,
  // which is the end of the trace, above 0.
  std::vector<Duration> opportunities_ns;
  TraceEnd trace_end = TraceEnd::kRepeat;
  std::vector<DelayStep> delays;
  std::vector<Outage> outages;
  Duration jitter_ns = 0;  // a packet takes up to so much longer, from the seed
  bool jitter_reorders = false;
  JitterShape jitter_shape = JitterShape::kUniform;
  // The share of a flow's packets that take as much longer as the one before: so is then the
  // correlation of neighbours, whatever the shape.
  double jitter_correlation = 0;
  std::vector<LossStep> losses;

  [[nodiscard]] bool changes_rate() const { return !rates.empty() || !opportunities_ns.empty(); }
  [[nodiscard]] bool changes_path() const {
    return !delays.empty() || !outages.empty() || jitter_ns > 0 || !losses.empty();
  }
};

inline constexpr Bytes kOpportunityBytes = 1500;

struct BottleneckConfig {
  BitRate rate_bps = 0;
  Duration delay_ns = 0;  // one way
  // Waiting bytes that fit; the packet in service is not counted. At least one packet.
  Bytes buffer_bytes = 0;
  ComponentChoice queue = {"droptail", {}};  // of queues()
  LossConfig loss;
  LinkChanges changes;
  // A waiting ACK gives way to a newer one of its flow (RFC 3449 5.2.1, ACK filtering).
  bool filters_acks = false;
};

// Where packets go: places in the list of links, in order. 0 is the bottleneck.
using LinkPath = std::vector<std::uint8_t>;

enum class SendQuantum : std::uint8_t {
  kLinux,    // 1 packet below 1.2 Mbit/s, else 2 up to 1 ms of pacing rate, 64 KB at most
  kNs3,      // 1 packet
  kPackets,  // send_quantum_packets
};

struct TransportConfig {
  Packets initial_window_packets = 10;
  Duration min_rto_ns = 200 * kMillisecond;
  SendQuantum send_quantum = SendQuantum::kLinux;
  Packets send_quantum_packets = 1;  // only with kPackets
  // Pace window-based algorithms as Linux does under the fq qdisc: 2*cwnd/SRTT in slow start,
  // 1.2*cwnd/SRTT afterwards. False: they are clocked by ACKs.
  bool paces_window_based = false;
  // How much longer a host may take for one ACK than for another: uniform in [0, this), from the
  // seed. Without it what ACKs release meets what has just left in the same nanosecond, for ever.
  Duration host_jitter_ns = 20 * kMicrosecond;
  // Round trips before a connection's first data, each an RTT sample: the SYN, and one more for TLS
  // 1.3. None: QUIC's 0-RTT, which remembers the RTT (RFC 9002 5.3, 6.2.2).
  int handshake_round_trips = 1;
  // Whether they are packets, which meet queues and losses, or propagation alone.
  bool sends_handshake = false;
};

struct ReceiverConfig {
  Packets ack_every_packets = 2;
  Duration ack_timeout_ns = 40 * kMillisecond;
  Bytes window_bytes = kUnlimited;  // payload
  Duration ack_aggregation_ns = 0;  // ACKs are held and released together this often; 0: off
  // The first packets are acked one by one, as Linux does while the advertised window opens.
  Packets quick_ack_packets = 200;
  // A lone packet that ends a burst (PSH) is acked at once, as Linux does from 6.6 on.
  bool acks_pushed = true;
  // What the application reads of the payload; it needs a window, the size of the buffer. 0: at
  // once.
  BitRate read_rate_bps = 0;
};

// Windows of receivers that read slowly are sent in 16 bits.
inline constexpr Packets kMostReadBufferPackets = 65'535;

struct FlowGroupConfig {
  std::int64_t count = 1;
  Duration rtt_ns = 0;  // base two-way propagation delay, end to end
  SimTime start_ns = 0;
  SimTime stop_ns = kNever;  // stops sending new data
  std::string algorithm;
  std::vector<NamedParameter> parameters;
  ComponentChoice traffic = {"bulk", {}};  // of traffic_kinds()
  ReceiverConfig receiver;
  LinkPath path = {0};
  LinkPath return_path;            // of the ACKs; empty: propagation only
  std::optional<EcnFeedback> ecn;  // none: what the algorithm asks for
  // Instead of an algorithm of the core (ccsim/algorithm_module.h); `algorithm` is not read then.
  std::shared_ptr<AlgorithmModule> module = nullptr;

  // Its data passes the bottleneck and nothing else.
  [[nodiscard]] bool passes_bottleneck_only() const { return path.size() == 1 && path[0] == 0; }
};

struct Scenario {
  Duration duration_ns = 0;
  Duration warmup_ns = 0;  // summaries leave this out; series do not
  Duration sample_interval_ns = 100 * kMillisecond;
  Bytes packet_bytes = 1500;  // on the wire; payload = packet - header
  Bytes header_bytes = 52;
  Duration start_jitter_ns = 100 * kMillisecond;
  BottleneckConfig bottleneck;
  TransportConfig transport;
  std::vector<FlowGroupConfig> groups;          // flows are numbered through, group after group
  std::vector<BottleneckConfig> further_links;  // numbered from 1 on; the bottleneck is link 0

  [[nodiscard]] std::uint32_t flow_count() const {
    std::int64_t count = 0;
    for (const FlowGroupConfig& group : groups) count += group.count;
    return static_cast<std::uint32_t>(count);
  }
  [[nodiscard]] std::size_t link_count() const { return further_links.size() + 1; }
  [[nodiscard]] const BottleneckConfig& link(std::size_t index) const {
    return index == 0 ? bottleneck : further_links[index - 1];
  }
};

}  // namespace ccsim
