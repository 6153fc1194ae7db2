// The controller of a connection whose algorithm is a module.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "ccsim/algorithm_module.h"
#include "ccsim/congestion_control.h"

namespace ccsim {

class ModuleControl final : public CongestionControl, public KeptAnswers, private ModuleHost {
 public:
  ModuleControl(const ParameterSet& parameters, const ControllerContext& context);

  void on_packet_sent(const SentEvent& sent) override;
  void on_ack(const AckEvent& ack) override;
  void on_packet_lost(const PacketLostEvent& lost) override;
  void on_congestion(const CongestionEvent& congestion) override;
  void on_recovery_exit(const RecoveryExitEvent& exit) override;
  void on_undo(const UndoEvent& undo) override;
  void on_idle_restart(const IdleEvent& idle) override;

  [[nodiscard]] Packets cwnd_packets() const override { return cwnd_packets_; }
  [[nodiscard]] BitRate pacing_rate_bps() const override { return pacing_rate_bps_; }
  [[nodiscard]] AfterAck after_ack() const override { return after_ack_; }
  [[nodiscard]] const KeptAnswers* kept_answers() const override { return this; }
  [[nodiscard]] Packets ssthresh_packets() const override { return ssthresh_packets_; }
  [[nodiscard]] bool reduces_by_prr() const override { return module_.declared().reduces_by_prr; }
  [[nodiscard]] bool has_threshold() const override;
  [[nodiscard]] bool heeds_every_packet_sent() const override;
  void observe(StateSink& sink) const override;

 private:
  void enter_phase(std::int64_t phase, std::int64_t reason) override;
  std::int64_t random_bits() override { return static_cast<std::int64_t>(random_.next_bits()); }

  [[nodiscard]] bool has(ModuleFunction function) const;
  // An event whose result is the window. False: the module has failed, now or before.
  bool tell(ModuleFunction function, SimTime now_ns, std::span<std::int64_t> values);
  void ask_for_answers();
  // The answer to a function without arguments, if it is within the bounds.
  [[nodiscard]] std::int64_t ask(ModuleFunction function, std::int64_t last, std::int64_t least,
                                 std::int64_t most);
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
  Packets ssthresh_packets_ = INT64_MAX;
  std::int64_t phase_ = -1;
};

}  // namespace ccsim
