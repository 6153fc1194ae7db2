#include "simulation/connection.h"

#include "net/loss_process.h"

namespace ccsim {

// The loss model sits in the flow: its channel is the same for all of the flow's connections.
Connection::Connection(Engine& engine, const ConnectionSetup& setup, std::int64_t transfer,
                       CarrierPorts& ports, FlowObserver& observer, Owner& owner)
    : setup_(setup),
      transfer_(transfer),
      ports_(ports),
      observer_(observer),
      owner_(owner),
      receiver_(engine, setup.receiver, setup.rtt_ns, *this),
      sender_(engine, setup.sender, LossProcess::of_data({}, 0, 0), receiver_.sack_log(), *this,
              *this),
      established_timer_(engine, Rank::kFlow, *this) {
  if (observer.records_packets()) sender_.report_acks();
  receiver_.use_ecn(setup.sender.ecn.feedback);
  receiver_.read_slowly(setup.sender.packet_bytes - setup.sender.header_bytes);
  sender_.write(setup.size_packets, engine.now_ns());
  const TransportConfig& transport = setup.sender.transport;
  if (transport.sends_handshake) {
    HandshakePackets::Owner& waiting = *this;
    handshake_.emplace(engine, transport, index(), sender_, waiting);
    handshake_->start(engine.now_ns());
  } else {
    established_timer_.arm(engine.now_ns() + transport.handshake_round_trips * setup.rtt_ns);
  }
}

void Connection::on_established(SimTime now_ns) {
  const int round_trips = setup_.sender.transport.handshake_round_trips;
  on_handshake(Handshake::of_equal(setup_.rtt_ns, round_trips), now_ns);
}

void Connection::on_handshake(const Handshake& handshake, SimTime now_ns) {
  sender_.establish(now_ns, handshake, owner_.make_control(index(), handshake, now_ns));
}

bool Connection::accept(Packet packet, SimTime now_ns) {
  if (is_of_handshake(packet.sequence)) {
    receiver_.answer_handshake(handshake_->answer_to(packet), now_ns);
    return false;
  }
  packet.sequence -= setup_.first_sequence;
  const bool is_new = receiver_.accept(packet, now_ns);
  if (!is_complete_ && receiver_.next_sequence() >= setup_.size_packets) {
    is_complete_ = true;
    owner_.on_complete(*this, now_ns);
  }
  return is_new;
}

void Connection::accept_ack(const Ack& ack, SimTime now_ns) {
  if (is_of_handshake(ack.una_sequence)) {
    handshake_->accept_answer(ack, now_ns);
    return;
  }
  sender_.accept(ack, now_ns);
  if (!is_acknowledged_ && sender_.scoreboard().una_sequence() >= setup_.size_packets) {
    is_acknowledged_ = true;
    owner_.on_acknowledged(*this, now_ns);
  }
}

void Connection::send(const Packet& packet) {
  Packet marked = packet;
  if (!is_of_handshake(packet.sequence)) marked.sequence += setup_.first_sequence;
  marked.connection_index = index();
  ports_.send_packet(marked);
}

void Connection::send_ack(const Ack& ack, SimTime now_ns) {
  ports_.return_ack(ack, index(), now_ns);
}

void Connection::on_sent(const Packet& packet, SimTime now_ns) {
  Packet counted = packet;
  counted.sequence += setup_.first_sequence;
  observer_.on_sent(counted, now_ns);
}

void Connection::on_handshake_sent(const Packet& packet, SimTime now_ns) {
  observer_.on_handshake_sent(packet, now_ns);
}

void Connection::on_ack(const Ack& ack, SimTime now_ns) {
  Ack counted = ack;
  counted.una_sequence += setup_.first_sequence;
  observer_.on_ack(counted, now_ns);
}

void Connection::on_rtt(const RttSample& sample) {
  observer_.on_rtt(sample);
}

void Connection::on_state(const SenderState& state, SimTime now_ns) {
  const Packets cwnd_before = cwnd_packets_;
  const Packets in_flight_before = in_flight_packets_;
  cwnd_packets_ = state.cwnd_packets;
  in_flight_packets_ = state.in_flight_packets;
  owner_.on_window(cwnd_packets_ - cwnd_before, in_flight_packets_ - in_flight_before, now_ns);
}

void Connection::on_event(EventKind kind, const char* reason, double value, SimTime now_ns) {
  observer_.on_event(kind, reason, value, now_ns);
}

void Connection::on_spurious_retransmission(SimTime now_ns) {
  observer_.on_spurious_retransmission(now_ns);
}

}  // namespace ccsim
