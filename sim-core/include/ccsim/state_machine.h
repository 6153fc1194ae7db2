// An algorithm's states as its public source describes them: where each stands in a drawing and
// what leads from one to the next, in words. Numbers in the words are the defaults.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ccsim {

// What a phase does to the rate or window, for drawings that distinguish phases.
enum class PhaseEffect {
  kSteady,   // keeps to it, or moves it either way by small steps
  kStartUp,  // grows it by a factor each round, until the path is full
  kRaises,
  kLowers,
  kPauses,  // sends next to nothing for a while, to see the path without its own queue
};

// As the registry writes it and a module declares it; by the order of the enumeration.
inline constexpr std::array<std::string_view, 5> kPhaseEffectNames = {"steady", "start_up",
                                                                      "raises", "lowers", "pauses"};

[[nodiscard]] constexpr std::string_view name_of(PhaseEffect effect) {
  return kPhaseEffectNames[static_cast<std::size_t>(effect)];
}

struct MachineState {
  std::string phase;  // as the controller announces it to its PhaseListener
  int column = 0;     // place in the drawing, from the top left
  int row = 0;
  PhaseEffect effect = PhaseEffect::kSteady;
};

// States that a drawing frames together: "ProbeBW".
struct StateGroup {
  std::string name;
  std::vector<std::string> phases;
};

// Every state but the one that a transition leads to.
inline constexpr const char* kAnyState = "*";

struct Transition {
  std::string from;  // a state, kAnyState, or a group that holds `to`: any other of its states
  std::string to;    // a state, or a group: any of its states
  std::string when;  // the condition, a sentence
  // Where the number stands on the arrow. Arrows that cross keep theirs apart.
  double number_at_ratio = 0.5;
};

struct StateMachine {
  std::string source;                // public: RFC, paper, kernel file
  std::vector<MachineState> states;  // the first is the one that a connection begins in
  std::vector<StateGroup> groups;
  std::vector<Transition> transitions;

  [[nodiscard]] bool has_state(std::string_view phase) const {
    return std::any_of(states.begin(), states.end(),
                       [phase](const MachineState& state) { return state.phase == phase; });
  }
};

}  // namespace ccsim
