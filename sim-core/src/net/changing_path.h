// What happens to packets between the link and their receivers while the path changes: a delay that
// moves, jitter, outages in which everything is lost, and times in which a share is.
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
  // Whether a step of loss strikes the flow's packet or ACK that leaves now. Asked once for each.
  [[nodiscard]] bool strikes(std::uint32_t flow_index, bool is_ack, SimTime now_ns);
  // How long a packet that leaves the link now is under way. Asked once for each, in order.
  [[nodiscard]] Duration take_delay_ns(const Packet& packet, SimTime now_ns);
  // Without jitter. `now_ns` never falls.
  [[nodiscard]] Duration delay_ns(SimTime now_ns) const;

 private:
  // How much longer the flow's next packet takes.
  [[nodiscard]] Duration next_jitter_ns(std::uint32_t flow_index);
  [[nodiscard]] Duration draw_jitter_ns(RandomStream& stream) const;
  // Whether everything but what goes in the other direction alone is lost.
  [[nodiscard]] bool is_out(SimTime now_ns, LossDirection other) const;

  Duration first_delay_ns_;
  LinkChanges changes_;
  std::vector<RandomStream> jitter_;      // by flow
  std::vector<Duration> last_jitter_ns_;  // by flow; < 0: none yet
  SimTime last_release_ns_ = 0;           // of jitter that keeps the order
  // By flow; empty without steps of loss.
  std::vector<RandomStream> losses_;
  std::vector<RandomStream> ack_losses_;
};

}  // namespace ccsim
