// The controller of a connection whose algorithm is a module.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "ccsim/algorithm_module.h"
#include "ccsim/congestion_control.h"

namespace ccsim {

class ModuleControl final : public CongestionControl, private ModuleHost {
 public:
  ModuleControl(const ParameterSet& parameters, const ControllerContext& context);

  void on_packet_sent(const SentEvent& sent) override;
  void on_ack(const AckEvent& ack) override;
  void on_packet_lost(const PacketLostEvent& lost) override;
  void on_congestion(const CongestionEvent& congestion) override;
  void on_recovery_exit(const RecoveryExitEvent& exit) override;
  void on_undo(const UndoEvent& undo) override;
  void on_idle_restart(const IdleEvent& idle) override;

  [[nodiscard]] const Controls& controls() const override { return controls_; }
  [[nodiscard]] ControlTraits traits() const override;
  void observe(StateSink& sink) const override;

 private:
  void enter_phase(std::int64_t phase, std::int64_t reason) override;
  std::int64_t random_bits() override;
  // False, and the module has failed: not while its series are read.
  [[nodiscard]] bool may_ask(const char* import) const;

  [[nodiscard]] bool has(ModuleFunction function) const;
  // An event, if the module has it. False: it has not, or has failed, now or before.
  bool notify(ModuleFunction function, SimTime now_ns, std::span<std::int64_t> values);
  // Answers within their bounds are controls from now on.
  [[nodiscard]] bool take(ModuleFunction event, const ModuleAnswers& answers);
  [[nodiscard]] bool call(ModuleFunction function, std::span<std::int64_t> values) const;
  [[nodiscard]] bool is_within(ModuleFunction function, std::int64_t answer, std::int64_t least,
                               std::int64_t most);
  void fail(ModuleFunction function, const std::string& clause) const;

  AlgorithmModule& module_;
  PhaseListener* phases_;
  RandomStream random_;
  std::uint32_t flow_index_;
  SimTime now_ns_;
  std::unique_ptr<ModuleInstance> instance_;
  Controls controls_;
  bool has_pacing_rate_ = false;
  bool has_threshold_ = false;
  bool has_after_ack_ = false;
  SimTime last_sent_ns_ = kNoDuration;
  std::int64_t phase_ = -1;
  mutable bool is_observing_ = false;
};

}  // namespace ccsim
