// What happens to packets between the link and their receivers while the path changes: a delay that
// moves, jitter, and outages in which everything is lost.
//
// A packet takes the delay that holds when it leaves the link, as on a route that another one
// replaces: where the delay falls by more than the gap between two packets the later one overtakes.
#pragma once

#include <cstdint>
#include <vector>

#include "ccsim/rng.h"
#include "ccsim/scenario.h"
#include "net/packet.h"

namespace ccsim {

class ChangingPath {
 public:
  ChangingPath(const BottleneckConfig& config, std::uint64_t seed, std::uint32_t flow_count,
               std::uint32_t link_index = 0);

  [[nodiscard]] bool loses_data(SimTime now_ns) const {
    return is_out(now_ns, LossDirection::kAck);
  }
  [[nodiscard]] bool loses_acks(SimTime now_ns) const {
    return is_out(now_ns, LossDirection::kData);
  }
  // How long a packet that leaves the link now is under way. Asked once for each, in order.
  [[nodiscard]] Duration take_delay_ns(const Packet& packet, SimTime now_ns);
  // Without jitter. `now_ns` never falls.
  [[nodiscard]] Duration delay_ns(SimTime now_ns) const;

 private:
  // Whether everything but what goes in the other direction alone is lost.
  [[nodiscard]] bool is_out(SimTime now_ns, LossDirection other) const;

  Duration first_delay_ns_;
  LinkChanges changes_;
  std::vector<RandomStream> jitter_;  // by flow
  SimTime last_release_ns_ = 0;       // of jitter that keeps the order
};

}  // namespace ccsim
