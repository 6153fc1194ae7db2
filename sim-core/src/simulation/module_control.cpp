#include "simulation/module_control.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace ccsim {
namespace {

constexpr std::array<ModuleFunctionInfo, 14> kFunctions = {{
    {"ccsim_set_parameter", 2, false, false},
    {"ccsim_init", 5, true, true},
    {"ccsim_on_ack", 24, true, true},
    {"ccsim_on_sent", 4, true, false},
    {"ccsim_on_restart", 3, true, false},
    {"ccsim_on_lost", 6, true, false},
    {"ccsim_on_congestion", 11, true, true},
    {"ccsim_on_recovery_exit", 3, true, false},
    {"ccsim_on_undo", 2, true, false},
    {"ccsim_on_idle_restart", 2, true, false},
    {"ccsim_pacing_rate_bps", 0, true, false},
    {"ccsim_ssthresh_packets", 0, true, false},
    {"ccsim_after_ack", 0, true, false},
    {"ccsim_series", 1, true, false},
}};

// More than any path of a scenario holds; products with packet sizes stay within 64 bits.
constexpr Packets kMostWindow = std::int64_t{1} << 30;
// 25 times the fastest link.
constexpr BitRate kHighestRate = 10'000'000'000'000;
constexpr std::int64_t kNoSeriesValue = std::numeric_limits<std::int64_t>::min();

// What crosses the border as a number, as docs/own-algorithms.md has it: a value that moves is
// another ABI.
constexpr bool crosses_as(auto value, std::int64_t number) {
  return static_cast<std::int64_t>(value) == number;
}
static_assert(crosses_as(CaState::kOpen, 0) && crosses_as(CaState::kDisorder, 1) &&
              crosses_as(CaState::kCwr, 2) && crosses_as(CaState::kRecovery, 3) &&
              crosses_as(CaState::kLoss, 4));
static_assert(crosses_as(CongestionKind::kFastRecovery, 0) && crosses_as(CongestionKind::kRto, 1) &&
              crosses_as(CongestionKind::kEcn, 2) && crosses_as(CongestionKind::kRequested, 3));
static_assert(crosses_as(AfterAck::kNothing, 0) && crosses_as(AfterAck::kMarkAppLimited, 1) &&
              crosses_as(AfterAck::kReduceWindow, 2));
static_assert(kNoDuration == -1 && kNoThreshold == INT64_MAX);
static_assert(kFunctions.size() == static_cast<std::size_t>(ModuleFunction::kSeries) + 1);

const ModuleFunctionInfo& about(ModuleFunction function) {
  return kFunctions[static_cast<std::size_t>(function)];
}

// A repair by a probe is a loss like another one to a module.
std::int64_t number_of(CongestionKind kind) {
  return static_cast<std::int64_t>(
      kind == CongestionKind::kProbeRepair ? CongestionKind::kFastRecovery : kind);
}

std::int64_t bit(bool is_set, int place) {
  return is_set ? std::int64_t{1} << place : 0;
}

template <EcnFeedback feedback, bool is_l4s>
EcnRequest request(const ParameterSet&) {
  return {feedback, is_l4s};
}

EcnRequest (*request_of(const EcnRequest& ecn))(const ParameterSet&) {
  if (ecn.feedback == EcnFeedback::kClassic) return request<EcnFeedback::kClassic, false>;
  if (ecn.feedback == EcnFeedback::kOff) return nullptr;
  return ecn.is_l4s ? request<EcnFeedback::kAccurate, true>
                    : request<EcnFeedback::kAccurate, false>;
}

}  // namespace

std::span<const ModuleFunctionInfo> module_functions() {
  return kFunctions;
}

std::optional<ModuleFunction> ModuleInstance::notify(ModuleFunction event,
                                                     std::span<std::int64_t> values,
                                                     ModuleAnswers& answers) {
  if (!call(event, values)) return event;
  answers.window_packets = values[0];
  const auto read = [this](ModuleFunction function, std::int64_t& answer) {
    return !has(function) || call(function, {&answer, 1});
  };
  if (!read(ModuleFunction::kPacingRate, answers.pacing_rate_bps)) {
    return ModuleFunction::kPacingRate;
  }
  if (!read(ModuleFunction::kThreshold, answers.ssthresh_packets)) {
    return ModuleFunction::kThreshold;
  }
  if (event == ModuleFunction::kOnAck && !read(ModuleFunction::kAfterAck, answers.after_ack)) {
    return ModuleFunction::kAfterAck;
  }
  return std::nullopt;
}

AlgorithmModule::AlgorithmModule(ModuleInfo declared) : declared_(std::move(declared)) {
  info_.name = declared_.name;
  info_.title = declared_.title;
  info_.parameters = declared_.parameters;
  for (const ModuleSeries& series : declared_.series) {
    info_.metrics.push_back({series.name, series.description});
  }
  info_.ecn = request_of(declared_.ecn);
  info_.make = [](const ParameterSet& parameters,
                  const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<ModuleControl>(parameters, context);
  };
}

ModuleControl::ModuleControl(const ParameterSet& parameters, const ControllerContext& context)
    : module_(*context.module),
      phases_(context.phases),
      random_(context.random),
      flow_index_(context.flow_index),
      now_ns_(context.now_ns),
      controls_{.cwnd_packets = std::max<Packets>(context.initial_window_packets, 1)} {
  std::string problem;
  instance_ = module_.instantiate(*this, problem);
  if (instance_ == nullptr) {
    module_.fail({now_ns_, flow_index_, problem});
    return;
  }
  has_pacing_rate_ = has(ModuleFunction::kPacingRate);
  has_threshold_ = has(ModuleFunction::kThreshold);
  has_after_ack_ = has(ModuleFunction::kAfterAck);
  instance_->begin_event();
  std::int64_t index = 0;
  for (const ParameterInfo& parameter : module_.declared().parameters) {
    std::array<std::int64_t, 2> values = {index++, parameters.integer(parameter.name)};
    if (has(ModuleFunction::kSetParameter) && !call(ModuleFunction::kSetParameter, values)) return;
  }
  std::array<std::int64_t, 5> values = {context.now_ns, context.packet_bytes, context.header_bytes,
                                        context.initial_window_packets, context.handshake_rtt_ns};
  notify(ModuleFunction::kInit, now_ns_, values);
}

bool ModuleControl::has(ModuleFunction function) const {
  return instance_ != nullptr && instance_->has(function);
}

ControlTraits ModuleControl::traits() const {
  return {
      .reduces_by_prr = module_.declared().reduces_by_prr,
      .has_threshold = has(ModuleFunction::kThreshold),
      .needs_every_packet_sent = has(ModuleFunction::kOnSent) || has(ModuleFunction::kOnRestart)};
}

void ModuleControl::fail(ModuleFunction function, const std::string& clause) const {
  module_.fail({now_ns_, flow_index_, std::string(about(function).name) + ": " + clause});
}

bool ModuleControl::call(ModuleFunction function, std::span<std::int64_t> values) const {
  if (module_.failure()) return false;
  if (instance_->call(function, values)) return !module_.failure();
  fail(function, instance_->problem());
  return false;
}

bool ModuleControl::is_within(ModuleFunction function, std::int64_t answer, std::int64_t least,
                              std::int64_t most) {
  if (answer >= least && answer <= most) [[likely]] {
    return true;
  }
  fail(function, "it answered " + std::to_string(answer) + "; the answer must be from " +
                     std::to_string(least) + " to " + std::to_string(most));
  return false;
}

bool ModuleControl::notify(ModuleFunction function, SimTime now_ns,
                           std::span<std::int64_t> values) {
  now_ns_ = now_ns;
  if (!has(function)) return false;
  instance_->begin_event();
  if (module_.failure()) return false;
  ModuleAnswers answers;
  if (const std::optional<ModuleFunction> failed = instance_->notify(function, values, answers)) {
    fail(*failed, instance_->problem());
    return false;
  }
  // What it called meanwhile can have failed.
  return !module_.failure() && take(function, answers);
}

bool ModuleControl::take(ModuleFunction event, const ModuleAnswers& answers) {
  if (!is_within(event, answers.window_packets, 1, kMostWindow)) return false;
  controls_.cwnd_packets = answers.window_packets;
  if (has_pacing_rate_) {
    const BitRate rate_bps = answers.pacing_rate_bps;
    if (!is_within(ModuleFunction::kPacingRate, rate_bps, 0, kHighestRate)) return false;
    controls_.pacing_rate_bps = rate_bps;
  }
  if (has_threshold_) {
    const Packets ssthresh = answers.ssthresh_packets;
    if (!is_within(ModuleFunction::kThreshold, ssthresh, 1, INT64_MAX)) return false;
    controls_.ssthresh_packets = ssthresh;
  }
  if (event == ModuleFunction::kOnAck && has_after_ack_) {
    if (!is_within(ModuleFunction::kAfterAck, answers.after_ack, 0, 2)) return false;
    controls_.after_ack = static_cast<AfterAck>(answers.after_ack);
  }
  return true;
}

void ModuleControl::on_packet_sent(const SentEvent& sent) {
  if (sent.in_flight_before_packets == 0) {
    std::array<std::int64_t, 3> restart = {sent.now_ns, last_sent_ns_,
                                           bit(sent.was_app_limited, 0)};
    notify(ModuleFunction::kOnRestart, sent.now_ns, restart);
  }
  last_sent_ns_ = sent.now_ns;
  std::array<std::int64_t, 4> values = {sent.now_ns, sent.in_flight_before_packets,
                                        bit(sent.is_retransmission, 0),
                                        bit(sent.was_app_limited, 0)};
  notify(ModuleFunction::kOnSent, sent.now_ns, values);
}

void ModuleControl::on_ack(const AckEvent& ack) {
  const RateSample& sample = ack.sample;
  const std::int64_t flags = bit(ack.has_ecn_echo, 0) | bit(ack.is_cwnd_limited, 1) |
                             bit(ack.is_paced, 2) | bit(ack.reorders_far, 3) |
                             bit(sample.is_app_limited, 4) | bit(sample.is_ack_delayed, 5);
  std::array<std::int64_t, 24> values = {
      ack.now_ns,
      sample.rtt_ns,
      ack.srtt_ns,
      ack.lifetime_min_rtt_ns,
      sample.newly_acked_packets,
      sample.newly_lost_packets,
      ack.cumulatively_acked_packets,
      ack.in_flight_packets,
      sample.prior_in_flight_packets,
      ack.delivered_packets,
      ack.lost_packets,
      ack.una_sequence,
      ack.next_sequence,
      static_cast<std::int64_t>(ack.state),
      flags,
      sample.delivered_packets,
      sample.interval_ns,
      sample.prior_delivered_packets,
      sample.lost_since_packets,
      sample.tx_in_flight_packets,
      ack.delivered_ce_packets,
      sample.ce_since_packets,
      ack.next_departure_ns,
      ack.send_quantum_packets,
  };
  controls_.after_ack = AfterAck::kNothing;
  notify(ModuleFunction::kOnAck, ack.now_ns, values);
}

void ModuleControl::on_packet_lost(const PacketLostEvent& lost) {
  std::array<std::int64_t, 6> values = {lost.now_ns,
                                        lost.sequence,
                                        lost.delivered_packets,
                                        lost.tx_in_flight_packets,
                                        lost.lost_since_packets,
                                        bit(lost.was_app_limited, 0)};
  notify(ModuleFunction::kOnLost, lost.now_ns, values);
}

void ModuleControl::on_congestion(const CongestionEvent& congestion) {
  std::array<std::int64_t, 11> values = {congestion.now_ns,
                                         number_of(congestion.kind),
                                         bit(congestion.reduces_ssthresh, 0),
                                         congestion.in_flight_packets,
                                         congestion.still_in_flight_packets,
                                         congestion.newly_acked_packets,
                                         bit(congestion.is_cwnd_limited, 0),
                                         congestion.delivered_packets,
                                         congestion.delivered_ce_packets,
                                         congestion.una_sequence,
                                         congestion.next_sequence};
  notify(ModuleFunction::kOnCongestion, congestion.now_ns, values);
}

void ModuleControl::on_recovery_exit(const RecoveryExitEvent& exit) {
  std::array<std::int64_t, 3> values = {exit.now_ns, static_cast<std::int64_t>(exit.left_state),
                                        exit.in_flight_packets};
  notify(ModuleFunction::kOnRecoveryExit, exit.now_ns, values);
}

void ModuleControl::on_undo(const UndoEvent& undo) {
  std::array<std::int64_t, 2> values = {undo.now_ns, undo.in_flight_packets};
  notify(ModuleFunction::kOnUndo, undo.now_ns, values);
}

void ModuleControl::on_idle_restart(const IdleEvent& idle) {
  std::array<std::int64_t, 2> values = {idle.now_ns, idle.timeout_count};
  notify(ModuleFunction::kOnIdleRestart, idle.now_ns, values);
}

// How often samples are taken depends on the reader: if they could change something, a run could
// not be repeated.
bool ModuleControl::may_ask(const char* import) const {
  if (!is_observing_) return true;
  fail(ModuleFunction::kSeries, std::string("it called ccsim.") + import +
                                    "; what is read for a sample must change nothing");
  return false;
}

std::int64_t ModuleControl::random_bits() {
  return may_ask("random") ? static_cast<std::int64_t>(random_.next_bits()) : 0;
}

void ModuleControl::enter_phase(std::int64_t phase, std::int64_t reason) {
  if (!may_ask("phase")) return;
  const ModuleInfo& declared = module_.declared();
  const auto is_index_of = [](std::int64_t index, const std::vector<std::string>& list) {
    return index >= 0 && index < static_cast<std::int64_t>(list.size());
  };
  if (!is_index_of(phase, declared.phases) || !is_index_of(reason, declared.reasons)) {
    module_.fail({now_ns_, flow_index_,
                  "ccsim.phase: phase " + std::to_string(phase) + " for reason " +
                      std::to_string(reason) + " is not declared"});
    return;
  }
  if (phase == phase_) return;
  phase_ = phase;
  if (phases_ == nullptr) return;
  phases_->on_phase(now_ns_, declared.phases[static_cast<std::size_t>(phase)].c_str(),
                    declared.reasons[static_cast<std::size_t>(reason)].c_str());
}

void ModuleControl::observe(StateSink& sink) const {
  if (instance_ != nullptr) instance_->begin_event();
  is_observing_ = true;
  std::int64_t index = 0;
  for (const ModuleSeries& series : module_.declared().series) {
    std::array<std::int64_t, 1> value = {index++};
    const bool is_set = has(ModuleFunction::kSeries) && call(ModuleFunction::kSeries, value) &&
                        value[0] != kNoSeriesValue;
    sink.number(
        series.name,
        is_set ? static_cast<double>(value[0]) / static_cast<double>(series.divisor) : kNoValue);
  }
  is_observing_ = false;
}

}  // namespace ccsim
