// Where a sender's packets go, and who watches it.
#pragma once

#include <cstdint>

#include "ccsim/event.h"
#include "ccsim/send_limit.h"
#include "ccsim/units.h"
#include "net/packet.h"
#include "transport/ack.h"

namespace ccsim {

class PacketOutput {
 public:
  virtual ~PacketOutput() = default;
  virtual void send(const Packet& packet) = 0;
  // `count` packets that leave together and differ in their sequences alone, this one's and those
  // that follow it; the last of several is pushed. `packet` is used up.
  virtual void send_run(Packet& packet, Packets count) {
    for (Packets left = count; left > 0; --left) {
      packet.is_pushed = count > 1 && left == 1;
      send(packet);
      ++packet.sequence;
    }
  }
};

// What the sender's windows and rates are now.
struct SenderState {
  Packets cwnd_packets = 0;
  Packets in_flight_packets = 0;
  BitRate pacing_rate_bps = 0;  // 0: not paced
  SendLimit limit = SendLimit::kNotEstablished;
};

// An RTT sample.
struct RttSample {
  Duration rtt_ns = 0;
  // The packet that was sent so long ago; kNoSequence: the sample is that of a timestamp, which
  // belongs to no single transmission.
  std::int64_t sequence = 0;
  Packets packets = 0;  // newly acknowledged ones, for which it stands
};

class SenderProbe {
 public:
  virtual ~SenderProbe() = default;
  virtual void on_sent(const Packet& packet, SimTime now_ns) = 0;
  // ... of `count` packets with their sequences one after the other, before report_acks().
  virtual void on_sent_run(const Packet& first, Packets count, SimTime now_ns) {
    Packet packet = first;
    for (; count > 0; --count, ++packet.sequence) on_sent(packet, now_ns);
  }
  // A packet of the handshake leaves: no data, and no transmission of the flow.
  virtual void on_handshake_sent(const Packet&, SimTime) {}
  // An ACK has been dealt with. Only after Sender::report_acks().
  virtual void on_ack(const Ack& ack, SimTime now_ns) = 0;
  virtual void on_rtt(const RttSample& sample) = 0;
  // After everything that may have changed the state.
  virtual void on_state(const SenderState& state, SimTime now_ns) = 0;
  // `reason` is a string literal; what `value` means is said with the kind, NaN: nothing.
  virtual void on_event(EventKind kind, const char* reason, double value, SimTime now_ns) = 0;
  // The receiver has reported a duplicate (DSACK).
  virtual void on_spurious_retransmission(SimTime now_ns) = 0;
};

}  // namespace ccsim
