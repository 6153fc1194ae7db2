// One of many connections of a flow: it opens for one transfer and is gone after it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/timer.h"
#include "simulation/carrier.h"
#include "simulation/flow_observer.h"
#include "transport/handshake.h"
#include "transport/receiver.h"
#include "transport/sender.h"

namespace ccsim {

struct ConnectionSetup {
  std::uint32_t connection_index = 0;
  // Where its packets begin in the count of the flow's.
  std::int64_t first_sequence = 0;
  Packets size_packets = 0;
  Duration rtt_ns = 0;
  SenderConfig sender;
  ReceiverConfig receiver;
};

class Connection final : private PacketOutput,
                         private AckOutput,
                         private SenderProbe,
                         private HandshakePackets::Owner {
 public:
  // Who opened it.
  class Owner {
   public:
    virtual ~Owner() = default;
    // The handshake is over.
    virtual std::unique_ptr<CongestionControl> make_control(std::uint32_t connection_index,
                                                            const Handshake& handshake,
                                                            SimTime now_ns) = 0;
    virtual void on_window(Packets cwnd_change, Packets in_flight_change, SimTime now_ns) = 0;
    virtual void on_complete(Connection& connection, SimTime now_ns) = 0;
    virtual void on_acknowledged(Connection& connection, SimTime now_ns) = 0;
  };

  // The first packet of the handshake leaves at once.
  Connection(Engine& engine, const ConnectionSetup& setup, std::int64_t transfer,
             CarrierPorts& ports, FlowObserver& observer, Owner& owner);

  bool accept(Packet packet, SimTime now_ns);
  void accept_ack(const Ack& ack, SimTime now_ns);
  void stop_writing(SimTime now_ns) { sender_.stop_writing(now_ns); }

  [[nodiscard]] std::uint32_t index() const { return setup_.connection_index; }
  [[nodiscard]] std::int64_t transfer() const { return transfer_; }
  // What its windows are now.
  [[nodiscard]] Packets cwnd_packets() const { return cwnd_packets_; }
  [[nodiscard]] Packets in_flight_packets() const { return in_flight_packets_; }

 private:
  void send(const Packet& packet) override;
  void send_ack(const Ack& ack, SimTime now_ns) override;
  void on_sent(const Packet& packet, SimTime now_ns) override;
  void on_handshake_sent(const Packet& packet, SimTime now_ns) override;
  void on_ack(const Ack& ack, SimTime now_ns) override;
  void on_rtt(const RttSample& sample) override;
  void on_state(const SenderState& state, SimTime now_ns) override;
  void on_event(EventKind kind, const char* reason, double value, SimTime now_ns) override;
  void on_spurious_retransmission(SimTime now_ns) override;
  void on_established(SimTime now_ns);
  void on_handshake(const Handshake& handshake, SimTime now_ns) override;

  ConnectionSetup setup_;
  std::int64_t transfer_;
  CarrierPorts& ports_;
  FlowObserver& observer_;
  Owner& owner_;
  Receiver receiver_;
  Sender sender_;
  Packets cwnd_packets_ = 0;
  Packets in_flight_packets_ = 0;
  bool is_complete_ = false;
  bool is_acknowledged_ = false;
  Timer<Connection, &Connection::on_established> established_timer_;
  std::optional<HandshakePackets> handshake_;
};

}  // namespace ccsim
