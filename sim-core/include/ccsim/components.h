// The parts that a scenario chooses by name beside the algorithms: queue disciplines, models of
// random loss and kinds of traffic. As with the algorithms, the scenario's schema, the builder's
// fields and the reference page are generated from these lists.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/loss_reason.h"
#include "ccsim/parameters.h"
#include "ccsim/rng.h"
#include "ccsim/units.h"

namespace ccsim {

class Barrier;
class DeliveryLog;
class Engine;
class LossModel;
class QueueDiscipline;
class TrafficSource;

struct ComponentInfo {
  std::string name;     // as `kind` in the scenario: "droptail"
  std::string title;    // as people say it: "Drop-tail"
  std::string summary;  // one or two sentences
  std::string source;   // public: RFC, paper, kernel file
  std::vector<ParameterInfo> parameters;
};

struct QueueContext {
  Bytes buffer_bytes = 0;  // waiting bytes that fit, at least one packet
  Bytes packet_bytes = 1500;
  BitRate rate_bps = 0;  // of the link behind the queue
  RandomStream random;   // purpose kQueue
};

enum class ServiceOrder : std::uint8_t {
  kArrival,  // who came first leaves first: at one time everybody waits equally long
  kFlow,     // flows in turn, each with a queue and a delay of its own
  kClass,    // the same of the classes of L4S
};
enum class QueueEnd : std::uint8_t { kTail, kHead };

// What sets disciplines apart for those who explain, draw or compare runs: they read this and know
// no discipline by its name. The reasons are those of the table of losses.
struct QueueTraits {
  ServiceOrder order = ServiceOrder::kArrival;
  // For which it drops packets although the buffer has room; none: it drops what finds no room.
  std::vector<LossReason> early_drops = {};
  QueueEnd early_end = QueueEnd::kTail;
  LossReason overflow = LossReason::kBufferFull;
  QueueEnd overflow_end = QueueEnd::kTail;
  // For which it marks packets of flows that use ECN.
  std::vector<LossReason> marks = {};
  // What comes faster than it may pass waits. Otherwise it is dropped and what passes is undelayed,
  // and this parameter is the share of the link's rate that may pass.
  bool delays_excess = true;
  std::string passing_share_parameter = {};

  // First in, first out; it drops what finds no room and does nothing else.
  [[nodiscard]] bool is_drop_tail() const {
    return order == ServiceOrder::kArrival && early_drops.empty() && marks.empty() &&
           delays_excess && overflow_end == QueueEnd::kTail;
  }
};

struct QueueInfo : ComponentInfo {
  bool can_mark = false;  // marks packets (ECN) where it would drop them
  QueueTraits traits;
  std::vector<MetricInfo> metrics;  // what observe() writes, beyond the series of every link
  std::unique_ptr<QueueDiscipline> (*make)(const ParameterSet&, const QueueContext&) = nullptr;
};

// Streams of one flow and one direction.
struct LossContext {
  RandomStream losses;
  RandomStream states;
};

struct LossInfo : ComponentInfo {
  LossReason reason = LossReason::kRandom;  // of the packets that it loses
  std::unique_ptr<LossModel> (*make)(const ParameterSet&, const LossContext&) = nullptr;
};

struct TrafficContext {
  Engine& engine;
  RandomStream random;  // purpose kTraffic
  Bytes payload_bytes = 1448;
  DeliveryLog* deliveries = nullptr;  // of a kind that delivers in parts, else null
  Barrier* barrier = nullptr;         // of the flow's group
};

// What carries a flow's data.
enum class TrafficCarrier : std::uint8_t {
  kConnection,       // one, from the flow's start to its end
  kManyConnections,  // one for each transfer
  kDatagrams,        // none: nothing controls the rate and the algorithm is "none"
};

struct TrafficInfo : ComponentInfo {
  TrafficCarrier carrier = TrafficCarrier::kConnection;
  bool delivers_parts = false;      // transfers or frames: it has completion times or delays
  std::vector<MetricInfo> metrics;  // what it observes, beyond the series of every flow
  // Null without one connection.
  std::unique_ptr<TrafficSource> (*make)(const ParameterSet&, const TrafficContext&) = nullptr;
};

// In a fixed order. Without random loss there is no model, so `losses()` has no entry for that.
[[nodiscard]] const std::vector<QueueInfo>& queues();
[[nodiscard]] const std::vector<LossInfo>& losses();
[[nodiscard]] const std::vector<TrafficInfo>& traffic_kinds();

// The entry of this name; nullptr if there is none.
template <typename Info>
[[nodiscard]] const Info* find_component(const std::vector<Info>& list, std::string_view name) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [name](const Info& info) { return info.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace ccsim
