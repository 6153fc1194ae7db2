// The list of algorithms is what the API, the builder and the reference page are made of.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "cc/controller_rig.h"
#include "ccsim/algorithm.h"
#include "support/declared.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::MetricReader;
using testing::PhaseLog;

class EveryAlgorithm : public ::testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] const AlgorithmInfo& info() const { return *find_algorithm(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Registry, EveryAlgorithm, ::testing::ValuesIn(algorithm_names()),
                         [](const auto& test) { return test.param; });

TEST(Registry, ListsTheAlgorithmsOfThisLabOnce) {
  std::vector<std::string> first = algorithm_names();
  ASSERT_GE(first.size(), 5U);
  first.resize(5);  // new ones come after these
  EXPECT_EQ(first, (std::vector<std::string>{"newreno", "cubic", "bbr1", "bbr2", "fairtt"}));
  EXPECT_EQ(find_algorithm("tahoe"), nullptr);
}

TEST_P(EveryAlgorithm, SaysWhatItIs) {
  EXPECT_FALSE(info().title.empty());
  EXPECT_FALSE(info().summary.empty());
  EXPECT_FALSE(info().source.empty());
  const std::set<std::string> families = {"loss", "delay", "marks", "model", "utility"};
  EXPECT_TRUE(families.contains(info().family)) << info().family;
  EXPECT_TRUE(info().fidelity.starts_with("exact: ") ||
              info().fidelity.starts_with("reconstruction: "));
  EXPECT_EQ(info().assumptions.empty(), info().fidelity.starts_with("exact: "));
  for (const std::string& sentence : info().assumptions) EXPECT_TRUE(sentence.ends_with('.'));
}

// A drawing is made of it: all that it names exists, every state can be entered and left, and each
// has a place of its own.
TEST_P(EveryAlgorithm, DescribesItsStatesAndWhatLeadsFromOneToTheNext) {
  const StateMachine& machine = info().machine;
  EXPECT_FALSE(machine.source.empty());
  std::map<std::string, std::set<std::string>> names;  // of a state or group: the states that it is
  std::set<std::pair<int, int>> places;
  for (const MachineState& state : machine.states) {
    names[state.phase] = {state.phase};
    EXPECT_TRUE(places.emplace(state.column, state.row).second) << state.phase;
  }
  EXPECT_EQ(names.size(), machine.states.size());
  EXPECT_EQ(machine.states.at(0).effect, PhaseEffect::kStartUp);
  for (const StateGroup& group : machine.groups) {
    for (const std::string& phase : group.phases) EXPECT_TRUE(names.contains(phase)) << phase;
    names[group.name] = {group.phases.begin(), group.phases.end()};
  }
  std::set<std::string> entered = {machine.states.at(0).phase};
  std::set<std::string> left;
  for (const Transition& transition : machine.transitions) {
    EXPECT_TRUE(transition.when.ends_with('.')) << transition.when;
    ASSERT_TRUE(names.contains(transition.to)) << transition.to;
    ASSERT_TRUE(names.contains(transition.from) || transition.from == kAnyState) << transition.from;
    entered.merge(std::set<std::string>(names[transition.to]));
    left.merge(std::set<std::string>(names[transition.from]));
  }
  for (const MachineState& state : machine.states) {
    EXPECT_TRUE(entered.contains(state.phase)) << state.phase;
    EXPECT_TRUE(left.contains(state.phase)) << state.phase;
  }
}

// A sender keeps the reference.
TEST_P(EveryAlgorithm, HasItsControlsAtOnePlace) {
  testing::ControllerRig rig({GetParam()});
  const Controls* const place = &rig.control->controls();
  for (int turn = 0; turn < 200; ++turn) {
    rig.fill_window();
    rig.advance((20 + turn % 50) * kMillisecond);
    rig.ack(1 + turn % 7);
    ASSERT_EQ(&rig.control->controls(), place);
    ASSERT_GE(place->cwnd_packets, 1);
    ASSERT_GE(place->pacing_rate_bps, 0);
  }
}

TEST_P(EveryAlgorithm, IsShownBesideAnotherOne) {
  EXPECT_NE(find_algorithm(info().demonstration.beside), nullptr);
  EXPECT_NE(info().demonstration.beside, info().name);
}

TEST_P(EveryAlgorithm, DeclaresParametersWithinTheirBoundsAndWithSources) {
  expect_sound(info().parameters);
}

TEST_P(EveryAlgorithm, WritesTheMetricsThatItDeclares) {
  testing::ControllerRig rig({GetParam()});
  rig.fill_window();
  rig.advance(40 * kMillisecond);
  rig.ack(5);
  MetricReader reader;
  rig.control->observe(reader);
  std::vector<std::string> declared;
  for (const MetricInfo& metric : info().metrics) {
    declared.push_back(metric.name);
    EXPECT_FALSE(metric.description.empty());
  }
  EXPECT_EQ(reader.names, declared);
}

TEST_P(EveryAlgorithm, AnnouncesItsFirstPhaseWithAReason) {
  testing::ControllerRig rig({GetParam()});
  ASSERT_EQ(rig.phases.entries.size(), 1U);
  EXPECT_EQ(rig.phases.entries[0].phase, info().machine.states[0].phase);
  EXPECT_EQ(rig.phases.entries[0].reason, "start");
}

TEST_P(EveryAlgorithm, CanBeBuiltAtEveryBoundOfEveryParameter) {
  for (const ParameterInfo& parameter : info().parameters) {
    for (const ParameterValue& extreme : extremes_of(parameter)) {
      testing::ControllerRig rig({GetParam(), {{parameter.name, extreme}}});
      rig.run_path({}, 2 * kSecond);
      EXPECT_GE(rig.control->controls().cwnd_packets, 1) << parameter.name;
      EXPECT_GE(rig.control->controls().pacing_rate_bps, 0) << parameter.name;
    }
  }
}

TEST(ParameterSet, FillsDefaultsAndReadsAnIntegerAsANumber) {
  const std::vector<ParameterInfo> declared = find_algorithm("cubic")->parameters;
  const ParameterSet set(declared, {{"beta_ratio", std::int64_t{0}}});
  EXPECT_EQ(set.number("beta_ratio"), 0.0);
  EXPECT_EQ(set.number("c_packets_per_s3"), 0.4);
  EXPECT_EQ(set.choice("hystart"), "classic");
  EXPECT_EQ(set.all().size(), declared.size());
}

TEST(ParameterSet, FindsThemInWhateverOrderTheyAreAskedFor) {
  const std::vector<ParameterInfo> declared = {number_parameter("a", 1, {}, {}),
                                               number_parameter("b", 2, {}, {}),
                                               number_parameter("c", 3, {}, {})};
  const ParameterSet set(declared, {});
  std::vector<std::string> names = {"a", "b", "c"};
  do {
    for (const std::string& name : names) EXPECT_EQ(set.number(name), name[0] - 'a' + 1) << name;
  } while (std::next_permutation(names.begin(), names.end()));
}

int made_of_parameters = 0;

TEST(ParameterSet, HasOnceWhatIsMadeOfIt) {
  const ParameterSet set({number_parameter("a", 1, {}, {})}, {});
  const auto make = +[](const ParameterSet& parameters) {
    ++made_of_parameters;
    return static_cast<float>(parameters.number("a"));
  };
  EXPECT_EQ(set.once(make), 1.0F);
  EXPECT_EQ(&set.once(make), &set.once(make));
  EXPECT_EQ(made_of_parameters, 1);
}

TEST(ParameterSetDeathTest, RefusesANameThatIsNotDeclared) {
  const std::vector<ParameterInfo> declared = find_algorithm("newreno")->parameters;
  EXPECT_DEATH(ParameterSet(declared, {{"gamma", 1.0}}), "broken invariant");
}

}  // namespace
}  // namespace ccsim
