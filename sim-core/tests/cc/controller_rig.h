// Drives one controller without a network: a list of packets in flight and operations on it. The
// events are those that the transport would send (ccsim/congestion_control.h).
#pragma once

#include <cmath>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"

namespace ccsim::testing {

// Remembers phases and their reasons.
class PhaseLog final : public PhaseListener {
 public:
  struct Entry {
    SimTime now_ns;
    std::string phase;
    std::string reason;
  };

  void on_phase(SimTime now_ns, const char* phase, const char* reason) override {
    entries.push_back({now_ns, phase, reason});
  }
  [[nodiscard]] bool has(const std::string& phase) const {
    for (const Entry& entry : entries) {
      if (entry.phase == phase) return true;
    }
    return false;
  }

  std::vector<Entry> entries;
};

// Remembers what the controller says of its decisions.
class CauseLog final : public CauseListener {
 public:
  struct Entry {
    SimTime now_ns;
    CauseKind kind;
    std::string reason;
    CauseNumbers numbers;
  };

  void on_cause(SimTime now_ns, CauseKind kind, const char* reason,
                const CauseNumbers& numbers) override {
    entries.push_back({now_ns, kind, reason, numbers});
  }
  [[nodiscard]] std::vector<Entry> of(CauseKind kind) const {
    std::vector<Entry> found;
    for (const Entry& entry : entries) {
      if (entry.kind == kind) found.push_back(entry);
    }
    return found;
  }

  std::vector<Entry> entries;
};

// Reads one metric, or all of them.
class MetricReader final : public StateSink {
 public:
  void number(std::string_view name, double value) override {
    names.emplace_back(name);
    values.push_back(value);
  }
  [[nodiscard]] double value(std::string_view name) const {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == name) return values[i];
    }
    return std::nan("");
  }

  std::vector<std::string> names;
  std::vector<double> values;
};

[[nodiscard]] inline double metric(const CongestionControl& control, std::string_view name) {
  MetricReader reader;
  control.observe(reader);
  return reader.value(name);
}

struct RigOptions {
  std::string algorithm;
  std::vector<NamedParameter> parameters = {};
  Bytes packet_bytes = 1500;
  Packets initial_window_packets = 10;
  Duration handshake_rtt_ns = 40 * kMillisecond;
  std::uint64_t seed = 1;
  std::uint32_t flow_index = 0;
  SharedOracle* oracle = nullptr;  // of its own if null
};

class ControllerRig {
 public:
  explicit ControllerRig(const RigOptions& options);

  // Sends packets, one by one, while the window has room; returns how many.
  Packets fill_window(Packets limit_packets = INT64_MAX);
  // The application has nothing to send: the next packet sent restarts from idle.
  void go_idle(Duration duration_ns);
  // Acknowledges the oldest `packets` in flight at once, behind so many that it shows to be lost.
  void ack(Packets packets, Packets gap_packets = 0);
  // Marks the oldest `packets` lost, entering recovery if it is not under way; the ACK that shows
  // them acknowledges nothing.
  void lose(Packets packets);
  void rto();
  // The oldest `packets` in flight come back marked, and the first of them reduces the window
  // unless a reduction is under way.
  void mark(Packets packets);
  void end_recovery();
  void undo();
  void advance(Duration duration_ns) { now_ns += duration_ns; }

  // A path with its own clock: keeps the window filled, acks every `acks_per_event` packets as the
  // link at `rate_bps` delivers them `base_rtt_ns` later, for `duration_ns`.
  struct Path {
    BitRate rate_bps = 10'000'000;
    Duration base_rtt_ns = 40 * kMillisecond;
    Packets packets_per_ack = 1;
    Packets lose_every_packets = 0;  // 0: none
  };
  void run_path(const Path& path, Duration duration_ns);
  // The usual path, until the algorithm is in this phase.
  void run_until_phase(std::string_view phase, Duration step_ns = kMillisecond) {
    while (phases.entries.back().phase != phase) run_path(Path{}, step_ns);
  }

  // One round trip: what is in flight now is acked two by two after `rtt_ns`, the window refilled.
  void run_round(Duration rtt_ns);

  [[nodiscard]] Packets in_flight() const { return static_cast<Packets>(flight_.size()); }

  std::unique_ptr<SharedOracle, void (*)(SharedOracle*)> own_oracle;
  PhaseLog phases;
  CauseLog causes;
  std::unique_ptr<CongestionControl> control;
  SimTime now_ns = kSecond;
  Packets delivered_packets = 0;
  Packets lost_packets = 0;
  Packets delivered_ce_packets = 0;
  bool is_cwnd_limited = true;
  CaState state = CaState::kOpen;
  Duration smallest_rtt_ns = INT64_MAX;
  Duration last_rtt_ns = kNoDuration;

 private:
  struct Sent {
    std::int64_t sequence;
    SimTime sent_ns;
    SimTime delivered_ns;  // connection's delivered_time when it left
    Packets delivered_packets;
    Packets lost_packets;
    Packets tx_in_flight_packets;
    bool is_app_limited;
    SimTime arrives_ns;  // of its ACK; run_path() only
  };

  void send_one();
  void mark_lost(const Sent& packet);
  void lose_oldest(Packets packets, Packets prior_in_flight_packets);
  AckEvent base_event() const;

  std::deque<Sent> flight_;
  std::int64_t next_sequence_ = 0;
  SimTime delivered_ns_ = kSecond;
  Packets app_limited_until_ = 0;
  // A reduction that the controller asked for is over when something sent after it is acked.
  std::int64_t own_reduction_end_ = INT64_MAX;
  Duration srtt_ns_;
  SimTime link_free_ns_ = 0;
};

// 10 Mbit/s and 40 ms: 1.2 ms per packet of 1500 bytes, a BDP of 34.3 packets with service time.
inline constexpr ControllerRig::Path kPath{};

}  // namespace ccsim::testing
