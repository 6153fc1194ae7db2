// A fingerprint per scenario over every number, name and time that comes out of a run: the matrix
// of tests/support/scenario_matrix.h with two seeds.
//
//   ccsim_fingerprints [part of a name]  > before;  ...change the core...;  > after;  diff
//
// A change that is meant to make the core faster must leave all of them as they are. The few that
// are kept in the repository, of whole results, are those of `./lab behaviour`.
#include <cstdio>
#include <string_view>

#include "ccsim/simulation.h"
#include "support/fingerprint.h"
#include "support/scenario_matrix.h"

namespace {

std::uint64_t fingerprint(const ccsim::Scenario& scenario, std::uint64_t seed) {
  ccsim::Fingerprint print;
  ccsim::RunOptions options;
  options.on_chunk = [&print](ccsim::SeriesChunk&& chunk) { take(print, chunk); };
  take(print, ccsim::run(scenario, seed, options));
  return print.value();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  for (const ccsim::NamedScenario& item : ccsim::all_scenarios()) {
    if (item.name.find(wanted) == std::string::npos) continue;
    for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}}) {
      std::printf("%016llx %s/%llu\n",
                  static_cast<unsigned long long>(fingerprint(item.scenario, seed)),
                  item.name.c_str(), static_cast<unsigned long long>(seed));
    }
  }
  return 0;
}
