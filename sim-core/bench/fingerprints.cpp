// A fingerprint per scenario over every number, name and time that comes out of a run: the matrix
// of tests/support/scenario_matrix.h with two seeds.
//
//   ccsim_fingerprints [part of a name [causes]]  > before;  ...change the core...;  > after;  diff
//
// With "causes" (and "" for all names) what binds the flows and the parts of RTTs are recorded,
// too.
//
// A change that is meant to make the core faster must leave all of them as they are. The few that
// are kept in the repository, of whole results, are those of `./lab behaviour`.
#include <cstdio>
#include <string_view>

#include "ccsim/simulation.h"
#include "support/fingerprint.h"
#include "support/scenario_matrix.h"

namespace {

void take(ccsim::Fingerprint& print, const ccsim::Cause& cause) {
  print.number(cause.time_ns);
  print.text(cause.reason);
  for (const double value : cause.numbers) print.number(value);
}

void take_causes(ccsim::Fingerprint& print, const ccsim::FlowCauses& causes) {
  for (const ccsim::BindingTime& time : causes.times) {
    print.number(static_cast<std::int64_t>(time.binding));
    print.number(time.time_ns);
    print.number(time.mean_value);
  }
  for (const ccsim::BindingBucket& bucket : causes.buckets) {
    print.number(bucket.bucket);
    print.number(static_cast<std::int64_t>(bucket.binding));
    print.number(bucket.time_ns);
  }
  for (const ccsim::CauseSummary& summary : causes.causes) {
    print.number(static_cast<std::int64_t>(summary.kind));
    print.number(summary.count);
    print.number(summary.kept_every);
    for (const double value : summary.means) print.number(value);
    for (const ccsim::Cause& cause : summary.kept) take(print, cause);
    take(print, summary.last);
  }
}

void take_rtt_parts(ccsim::Fingerprint& print, const ccsim::FlowRttParts& flow) {
  print.number(flow.packets);
  print.number(flow.mean_rtt_s);
  for (const ccsim::RttPartMean& part : flow.parts) {
    print.number(static_cast<std::int64_t>(part.part));
    print.number(std::int64_t{part.link_index});
    print.number(part.mean_s);
  }
}

std::uint64_t fingerprint(const ccsim::Scenario& scenario, std::uint64_t seed,
                          bool records_causes) {
  ccsim::Fingerprint print;
  ccsim::RunOptions options;
  options.records_causes = records_causes;
  options.on_chunk = [&print](ccsim::SeriesChunk&& chunk) { take(print, chunk); };
  const ccsim::RunResult result = ccsim::run(scenario, seed, options);
  take(print, result);
  for (const ccsim::FlowCauses& flow : result.causes.flows) take_causes(print, flow);
  for (const ccsim::FlowRttParts& flow : result.rtt_parts) take_rtt_parts(print, flow);
  return print.value();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  const bool records_causes = argc > 2 && std::string_view(argv[2]) == "causes";
  for (const ccsim::NamedScenario& item : ccsim::all_scenarios()) {
    if (item.name.find(wanted) == std::string::npos) continue;
    for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}}) {
      std::printf("%016llx %s/%llu\n",
                  static_cast<unsigned long long>(fingerprint(item.scenario, seed, records_causes)),
                  item.name.c_str(), static_cast<unsigned long long>(seed));
    }
  }
  return 0;
}
