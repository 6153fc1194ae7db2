// Algorithms that are not the core's own: a controller behind calls with 64-bit integers, as
// docs/own-algorithms.md specifies them. The core knows no WebAssembly: the host brings what makes
// the calls (bindings/python does it with wasmtime).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/scenario.h"

namespace ccsim {

inline constexpr std::int64_t kModuleAbiVersion = 1;

// What a module exports, in the order of kModuleFunctionNames.
enum class ModuleFunction : std::uint8_t {
  kSetParameter,
  kInit,
  kOnAck,
  kOnSent,
  kOnRestart,
  kOnLost,
  kOnCongestion,
  kOnRecoveryExit,
  kOnUndo,
  kOnIdleRestart,
  kPacingRate,
  kThreshold,
  kAfterAck,
  kSeries,
};

struct ModuleFunctionInfo {
  std::string_view name;
  int argument_count = 0;
  bool has_result = true;
  bool is_required = false;
};

// One entry for each ModuleFunction.
[[nodiscard]] std::span<const ModuleFunctionInfo> module_functions();

// What an instance may call while it is being called.
class ModuleHost {
 public:
  virtual ~ModuleHost() = default;
  // Numbers of a declared phase and of a declared reason.
  virtual void enter_phase(std::int64_t phase, std::int64_t reason) = 0;
  // The next draw of the connection's own stream.
  virtual std::int64_t random_bits() = 0;
};

// What an instance answers to an event: its window, and what is read after it. What it has no
// function for means nothing.
struct ModuleAnswers {
  std::int64_t window_packets = 0;
  std::int64_t pacing_rate_bps = 0;
  std::int64_t ssthresh_packets = 0;
  std::int64_t after_ack = 0;  // of ACKs only
};

// One connection's controller. Its state is its own.
class ModuleInstance {
 public:
  virtual ~ModuleInstance() = default;
  [[nodiscard]] virtual bool has(ModuleFunction function) const = 0;
  // An event that it has, with its arguments, and all answers to it. Returns the function that
  // failed, see problem(). A host that can do it in one step does.
  [[nodiscard]] virtual std::optional<ModuleFunction> notify(ModuleFunction event,
                                                             std::span<std::int64_t> values,
                                                             ModuleAnswers& answers);
  // A new event: the calls until the next one share one allowance of work.
  virtual void begin_event() = 0;
  // The arguments; the result comes in the first place. False: it failed, see problem().
  [[nodiscard]] virtual bool call(ModuleFunction function, std::span<std::int64_t> values) = 0;
  // Why the last call failed, as a clause: "it divided by zero".
  [[nodiscard]] virtual std::string problem() const = 0;
};

struct ModuleSeries {
  std::string name;          // unit as its last word
  std::string description;   // without a full stop
  std::int64_t divisor = 1;  // what is drawn is the module's integer by this
};

// What a module declares of itself.
struct ModuleInfo {
  std::string name;
  std::string title;
  std::vector<ParameterInfo> parameters;  // integers
  std::vector<ModuleSeries> series;
  std::vector<std::string> phases;
  std::vector<std::string> reasons;
  EcnRequest ecn;
  bool reduces_by_prr = false;  // as CongestionControl::reduces_by_prr()
};

struct ModuleFailure {
  SimTime now_ns = 0;
  std::uint32_t flow_index = 0;
  std::string reason;  // a clause: "ccsim_on_ack: it divided by zero"
};

// A module that flows of a run use. Its texts must outlive the run's result. For one run at a time.
class AlgorithmModule {
 public:
  explicit AlgorithmModule(ModuleInfo declared);
  virtual ~AlgorithmModule() = default;
  AlgorithmModule(const AlgorithmModule&) = delete;
  AlgorithmModule& operator=(const AlgorithmModule&) = delete;

  // A fresh instance; null: it could not be made, and `problem` says why.
  [[nodiscard]] virtual std::unique_ptr<ModuleInstance> instantiate(ModuleHost& host,
                                                                    std::string& problem) = 0;

  [[nodiscard]] const ModuleInfo& declared() const { return declared_; }
  [[nodiscard]] const AlgorithmInfo& info() const { return info_; }

  // The first failure is kept. After one the controllers of this module answer what they answered
  // last: the run is to be cancelled (RunOptions::on_progress) and its numbers mean nothing.
  void fail(ModuleFailure failure) {
    if (!failure_) failure_ = std::move(failure);
  }
  [[nodiscard]] const std::optional<ModuleFailure>& failure() const { return failure_; }

 private:
  ModuleInfo declared_;
  AlgorithmInfo info_;
  std::optional<ModuleFailure> failure_;
};

// What the flows of a group run; nullptr: nothing of this name.
[[nodiscard]] inline const AlgorithmInfo* algorithm_of(const FlowGroupConfig& group) {
  return group.module != nullptr ? &group.module->info() : find_algorithm(group.algorithm);
}

}  // namespace ccsim
