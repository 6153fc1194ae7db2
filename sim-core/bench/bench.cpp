// Packets through the bottleneck per second, on one thread: by the clock on the wall and by the
// processor time used, which does not suffer from other jobs on the machine.
//
//   ccsim_bench [packets per case]                                 the table
//   ccsim_bench <packets> <algorithm> <flows> <Mbit/s> [RTT in ms]  one case, for a profiler; with
//                                   "causes" behind the RTT, it is recorded what binds the flows
//
// No series are recorded. docs/performance.md has the results; `./lab bench` measures the same
// through the Python module.
#include <sys/resource.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "ccsim/algorithm.h"
#include "ccsim/simulation.h"
#include "dumbbell.h"

namespace {

using ccsim::BitRate;
using ccsim::bench::Case;

constexpr std::int64_t kDefaultPackets = 3'000'000;
constexpr BitRate kMegabit = 1'000'000;

struct Load {
  std::int64_t flow_count;
  BitRate rate_bps;
};
// Ascending: peak memory is that of the process, so each line shows what its case needs.
constexpr std::array<Load, 4> kLoads = {{{2, 100 * kMegabit},
                                         {100, 1000 * kMegabit},
                                         {1000, 1000 * kMegabit},
                                         {10'000, 1000 * kMegabit}}};

double peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  constexpr double kKilobytesPerMegabyte = 1024;
  return static_cast<double>(usage.ru_maxrss) / kKilobytesPerMegabyte;
}

void run_case(const Case& item, std::int64_t packet_count, bool records_causes = false) {
  const ccsim::Scenario scenario = ccsim::bench::dumbbell(item, packet_count);
  ccsim::RunOptions options;
  options.records_causes = records_causes;
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  const ccsim::RunResult result = ccsim::run(scenario, 1, options);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const double cpu_s = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  const auto packets = static_cast<double>(result.simulated_packets);
  std::printf("%-8s %6lld %8.0f %12.2f %12.2f %12.2f %12.3f %10.1f\n", item.algorithm.c_str(),
              static_cast<long long>(item.flow_count), static_cast<double>(item.rate_bps) / 1e6,
              packets / elapsed.count() / 1e6, packets / cpu_s / 1e6,
              static_cast<double>(result.processed_events) / packets,
              result.links[0].utilisation_ratio, peak_memory_mb());
}

void print_header(std::int64_t packet_count) {
  std::printf("core %.*s, %lld packets per case\n", static_cast<int>(ccsim::core_version().size()),
              ccsim::core_version().data(), static_cast<long long>(packet_count));
  std::printf("%-8s %6s %8s %12s %12s %12s %12s %10s\n", "", "flows", "Mbit/s", "Mpkt/s wall",
              "Mpkt/s CPU", "events/pkt", "utilisation", "peak MB");
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t packet_count = argc > 1 ? std::atoll(argv[1]) : kDefaultPackets;
  const bool is_one_case = argc >= 5;
  if (packet_count <= 0 || (argc > 2 && !is_one_case)) {
    std::fprintf(stderr,
                 "usage: ccsim_bench [packets [algorithm flows Mbit/s [RTT in ms [causes]]]]\n");
    return 2;
  }
  print_header(packet_count);
  if (is_one_case) {
    Case item{argv[2], std::atoll(argv[3]), std::atoll(argv[4]) * kMegabit};
    if (argc > 5) item.rtt_ns = std::atoll(argv[5]) * ccsim::kMillisecond;
    if (ccsim::find_algorithm(item.algorithm) == nullptr || item.flow_count <= 0 ||
        item.rate_bps <= 0 || item.rtt_ns <= 0) {
      std::fprintf(stderr, "ccsim_bench: unknown algorithm, or a number that is not positive\n");
      return 2;
    }
    run_case(item, packet_count, argc > 6 && std::string(argv[6]) == "causes");
    return 0;
  }
  for (const Load& load : kLoads) {
    for (const char* algorithm : {"bbr2", "cubic"}) {
      run_case({algorithm, load.flow_count, load.rate_bps}, packet_count);
    }
  }
  return 0;
}
