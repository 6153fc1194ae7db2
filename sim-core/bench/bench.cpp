// Packets through the bottleneck per second, on one thread: by the clock on the wall and by the
// processor time used, which does not suffer from other jobs on the machine.
//
//   ccsim_bench [simulated packets per case]
//
// Each case is a bulk run over a buffer of 2 BDP with base RTTs of 25 and 35 ms, without series.
// The link has 50 Mbit/s per flow, at least 100 Mbit/s, so that windows stay between 100 and 400
// packets and a case with more flows does not turn into one with less window.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "ccsim/simulation.h"

namespace {

using ccsim::BitRate;
using ccsim::Bytes;
using ccsim::Duration;

constexpr std::int64_t kDefaultPackets = 3'000'000;
constexpr BitRate kRatePerFlow = 50'000'000;
constexpr BitRate kLeastRate = 100'000'000;
constexpr Duration kShortRtt = 25 * ccsim::kMillisecond;
constexpr Duration kLongRtt = 35 * ccsim::kMillisecond;

ccsim::Scenario scenario_of(const std::string& algorithm, std::int64_t flow_count,
                            std::int64_t packet_count) {
  ccsim::Scenario scenario;
  const BitRate rate_bps = std::max(kLeastRate, kRatePerFlow * flow_count);
  scenario.bottleneck.rate_bps = rate_bps;
  scenario.bottleneck.delay_ns = 5 * ccsim::kMillisecond;
  scenario.bottleneck.buffer_bytes =
      2 * ccsim::mul_div_floor(rate_bps, kLongRtt, ccsim::kSecond) / ccsim::kBitsPerByte;
  const Bytes bits = packet_count * scenario.packet_bytes * ccsim::kBitsPerByte;
  scenario.duration_ns = ccsim::mul_div_floor(bits, ccsim::kSecond, rate_bps);
  ccsim::FlowGroupConfig group;
  group.algorithm = algorithm;
  group.rtt_ns = kShortRtt;
  group.count = (flow_count + 1) / 2;
  scenario.groups.push_back(group);
  if (flow_count > 1) {
    group.rtt_ns = kLongRtt;
    group.count = flow_count / 2;
    scenario.groups.push_back(group);
  }
  return scenario;
}

double peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  constexpr double kKilobytesPerMegabyte = 1024;
  return static_cast<double>(usage.ru_maxrss) / kKilobytesPerMegabyte;
}

void run_case(const std::string& algorithm, std::int64_t flow_count, std::int64_t packet_count) {
  const ccsim::Scenario scenario = scenario_of(algorithm, flow_count, packet_count);
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  const ccsim::RunResult result = ccsim::run(scenario, 1);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const double cpu_s = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  const auto packets = static_cast<double>(result.simulated_packets);
  std::printf("%-8s %5lld %8.0f %12.2f %12.2f %12.2f %12.3f %10.1f\n", algorithm.c_str(),
              static_cast<long long>(flow_count),
              static_cast<double>(scenario.bottleneck.rate_bps) / 1e6,
              packets / elapsed.count() / 1e6, packets / cpu_s / 1e6,
              static_cast<double>(result.processed_events) / packets,
              result.links[0].utilisation_ratio, peak_memory_mb());
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t packet_count = argc > 1 ? std::atoll(argv[1]) : kDefaultPackets;
  if (packet_count <= 0) {
    std::fprintf(stderr, "ccsim_bench: the number of packets must be positive, got %s\n", argv[1]);
    return 2;
  }
  std::printf("core %.*s, %lld packets per case\n", static_cast<int>(ccsim::core_version().size()),
              ccsim::core_version().data(), static_cast<long long>(packet_count));
  std::printf("%-8s %5s %8s %12s %12s %12s %12s %10s\n", "", "flows", "Mbit/s", "Mpkt/s wall",
              "Mpkt/s CPU", "events/pkt", "utilisation", "peak MB");
  // Peak memory is that of the process: ascending, so that each line shows what its case needs.
  for (const std::int64_t flow_count : {1, 2, 10, 100}) {
    for (const char* algorithm : {"bbr2", "cubic"}) {
      run_case(algorithm, flow_count, packet_count);
    }
  }
  return 0;
}
