// Bytes -> an algorithm, its parameters and operations on it without a network, in any order that
// the transport could bring: controls stay sane, phases are declared and in the order of time.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "byte_reader.h"
#include "cc/controller_rig.h"
#include "require.h"

namespace ccsim::fuzz {
namespace {

using testing::ControllerRig;
using testing::MetricReader;

constexpr Packets kAbsurdWindow = std::int64_t{1} << 40;

void operate(ControllerRig& rig, ByteReader& bytes) {
  // The highest few came later, so that most inputs found before mean what they meant.
  constexpr std::uint8_t kFirstMark = 250;
  const std::uint8_t operation = bytes.byte();
  if (operation >= kFirstMark) {
    rig.fill_window(1 + bytes.byte() % 64);
    rig.mark(std::min<Packets>(1 + bytes.byte() % 8, rig.in_flight()));
    return;
  }
  switch (operation % 10) {
    case 0:
      rig.lose(bytes.byte());
      break;
    case 1:
      rig.end_recovery();
      break;
    case 2:
      rig.undo();
      break;
    case 3:
      rig.rto();
      break;
    case 4:
      rig.go_idle(bytes.log_scaled(1, 11));
      break;
    case 5:
      rig.is_cwnd_limited = bytes.flag();
      break;
    case 6:
      rig.ack(0);  // a duplicate ACK that delivers nothing
      break;
    case 7:
      rig.advance(bytes.log_scaled(1, 10));
      break;
    case 8:
      rig.fill_window(1 + bytes.byte());
      break;
    default:
      rig.fill_window(1 + bytes.byte() % 64);
      rig.advance(bytes.log_scaled(kMicrosecond, 5));
      rig.ack(1 + bytes.byte() % 8);
      break;
  }
}

void check(const ControllerRig& rig) {
  require(rig.control->controls().cwnd_packets >= 1, "a window of one packet at least");
  require(rig.control->controls().cwnd_packets < kAbsurdWindow, "no absurd window");
  require(rig.control->controls().pacing_rate_bps >= 0, "a pacing rate of zero at least");
  require(rig.control->controls().ssthresh_packets >= 1, "a threshold of one packet at least");
  MetricReader reader;
  rig.control->observe(reader);
  for (const double value : reader.values) {
    require(std::isnan(value) || (std::isfinite(value) && value >= 0), "metrics are numbers");
  }
}

void check_phases(const ControllerRig& rig, const AlgorithmInfo& algorithm) {
  SimTime before_ns = 0;
  for (const auto& entry : rig.phases.entries) {
    require(algorithm.machine.has_state(entry.phase), "declared phases only");
    require(entry.now_ns >= before_ns, "phases in the order of time");
    before_ns = entry.now_ns;
  }
}

void run_once(ByteReader bytes) {
  const AlgorithmInfo& algorithm = choose_algorithm(bytes);
  testing::RigOptions options;
  options.algorithm = algorithm.name;
  options.parameters = choose_parameters(algorithm, bytes);
  options.packet_bytes = 64 + bytes.below(9000);
  options.initial_window_packets = 1 + bytes.below(100);
  options.handshake_rtt_ns = bytes.flag() ? bytes.log_scaled(10 * kMicrosecond, 6) : kNoDuration;
  options.seed = bytes.byte();
  ControllerRig rig(options);
  check(rig);
  while (!bytes.empty()) {
    operate(rig, bytes);
    check(rig);
  }
  check_phases(rig, algorithm);
}

}  // namespace
}  // namespace ccsim::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kLongestInput = 2000;
  ccsim::fuzz::run_once({data, size < kLongestInput ? size : kLongestInput});
  return 0;
}
