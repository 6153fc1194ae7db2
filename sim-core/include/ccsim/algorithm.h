// The list of algorithms: what each is called, what can be set, how one is made.
// The list of the API, the builder's fields and the reference page are generated from this.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ccsim/congestion_control.h"
#include "ccsim/ecn.h"
#include "ccsim/parameters.h"
#include "ccsim/rng.h"
#include "ccsim/state_machine.h"
#include "ccsim/units.h"

namespace ccsim {

struct MetricInfo {
  std::string name;  // unit as its last word
  std::string description;
  // Written only where this boolean parameter is on; "": always. What came to an algorithm when
  // there were results already has one: columns belong to what series_digest is over.
  std::string only_with = {};
};

// ORACLE. Knowledge that flows of a simulation share and that no real sender has. Some readings of
// FaiRTT need it (arXiv 2403.19973, equations 5 and 6, count "flows" by distinct minimum RTTs).
// One object per simulation, handed over at construction, marked as oracle in docs and interface.
class SharedOracle;
// A new, empty oracle. The deleter keeps the class private to the controllers.
[[nodiscard]] std::unique_ptr<SharedOracle, void (*)(SharedOracle*)> make_shared_oracle();

class AlgorithmModule;

// What a controller is built from. Nothing else reaches it.
struct ControllerContext {
  Bytes packet_bytes = 1500;  // wire size of a full packet
  Bytes header_bytes = 52;
  Packets initial_window_packets = 10;
  std::uint32_t flow_index = 0;
  RandomStream random;                      // purpose kCongestionControl
  PhaseListener* phases = nullptr;          // never null in a simulation; outlives the controller
  CauseListener* causes = nullptr;          // null: not recorded; outlives the controller
  SharedOracle* oracle = nullptr;           // never null in a simulation; outlives the controller
  Duration handshake_rtt_ns = kNoDuration;  // RTT sample of the simulated SYN exchange
  SimTime now_ns = 0;                       // when the connection is established
  AlgorithmModule* module = nullptr;        // of a flow whose algorithm is one; outlives it
};

// One situation that shows what sets an algorithm apart, beside the one that it is best read
// against. The page of the algorithm computes it.
struct Demonstration {
  std::string situation = "unlike_rtts";  // a name of `Situation` in lab_model/algorithms
  std::string beside = "cubic";           // name of the other algorithm
};

struct AlgorithmInfo {
  std::string name;                      // as in the scenario: "bbr2"
  std::string title;                     // as people say it: "BBRv2"
  std::string summary;                   // a paragraph
  std::string fidelity;                  // "exact: " | "reconstruction: ", and its source
  std::vector<std::string> assumptions;  // of a reconstruction: what no public source says
  std::string source;
  std::string base;  // name of the algorithm that it varies, or ""
  // What it goes by, for lists: "loss", "delay", "marks", "utility", "model" of the path (BBR).
  std::string family = "model";
  bool may_use_oracle = false;
  std::vector<ParameterInfo> parameters;
  std::vector<MetricInfo> metrics;  // what observe() writes
  StateMachine machine;
  Demonstration demonstration;
  EcnRequest (*ecn)(const ParameterSet&) = nullptr;  // null: asks for none
  std::unique_ptr<CongestionControl> (*make)(const ParameterSet&,
                                             const ControllerContext&) = nullptr;
};

// All algorithms in a fixed order.
[[nodiscard]] const std::vector<AlgorithmInfo>& algorithms();
// nullptr if there is none of this name.
[[nodiscard]] const AlgorithmInfo* find_algorithm(std::string_view name);

}  // namespace ccsim
