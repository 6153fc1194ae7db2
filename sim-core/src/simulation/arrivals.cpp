#include "simulation/arrivals.h"

#include "transport/traffic_source.h"

namespace ccsim {

Arrivals::Arrivals(Engine& engine, const ArrivalProcess& process, const ConnectionSetup& setup,
                   CarrierPorts& ports, ControlMaker& controls, FlowObserver& observer,
                   DeliveryLog& log)
    : engine_(engine),
      process_(process),
      setup_(setup),
      ports_(ports),
      controls_(controls),
      observer_(observer),
      log_(log),
      payload_bytes_(setup.sender.packet_bytes - setup.sender.header_bytes),
      arrival_timer_(engine, Rank::kFlow, *this),
      reap_timer_(engine, Rank::kFlow, *this) {}

void Arrivals::start(SimTime now_ns) {
  await_next(now_ns);
}

void Arrivals::stop(SimTime now_ns) {
  arrival_timer_.disarm();
  for (auto& [index, connection] : open_) connection->stop_writing(now_ns);
}

void Arrivals::await_next(SimTime now_ns) {
  const ArrivalProcess::Arrival next = process_.next();
  next_size_bytes_ = next.size_bytes;
  arrival_timer_.arm(now_ns + next.gap_ns);
}

// A refused transfer is not begun: it has no connection and no completion time.
void Arrivals::on_arrival(SimTime now_ns) {
  const Bytes size_bytes = next_size_bytes_;
  await_next(now_ns);
  const bool is_full = static_cast<std::int64_t>(open_.size()) >= process_.most_open() ||
                       setup_.connection_index == kMostConnections;
  if (is_full) return;
  setup_.first_sequence += setup_.size_packets;
  setup_.size_packets = packets_of(size_bytes, payload_bytes_);
  const std::uint32_t index = ++setup_.connection_index;
  const std::int64_t transfer = log_.begin_transfer(size_bytes, now_ns);
  Connection::Owner& owner = *this;
  open_.emplace_hint(
      open_.end(), index,
      std::make_unique<Connection>(engine_, setup_, transfer, ports_, observer_, owner));
}

Connection* Arrivals::find(std::uint32_t connection_index) {
  const auto found = open_.find(connection_index);
  return found == open_.end() ? nullptr : found->second.get();
}

// A late copy of a packet of a connection that is done finds no connection.
bool Arrivals::accept(const Packet& packet, SimTime now_ns) {
  Connection* const connection = find(packet.connection_index);
  return connection != nullptr && connection->accept(packet, now_ns);
}

void Arrivals::accept_ack(const Ack& ack, std::uint32_t connection_index, SimTime now_ns) {
  Connection* const connection = find(connection_index);
  if (connection != nullptr) connection->accept_ack(ack, now_ns);
}

void Arrivals::on_window(Packets cwnd_change, Packets in_flight_change, SimTime now_ns) {
  cwnd_packets_ += cwnd_change;
  in_flight_packets_ += in_flight_change;
  observer_.recorder().set_state(cwnd_packets_, in_flight_packets_, 0, now_ns);
}

void Arrivals::on_complete(Connection& connection, SimTime now_ns) {
  log_.complete_transfer(connection.transfer(), now_ns);
}

// It is in the middle of an ACK: it goes when that is over.
void Arrivals::on_acknowledged(Connection& connection, SimTime now_ns) {
  log_.acknowledge_transfer(connection.transfer(), now_ns);
  done_.push_back(connection.index());
  reap_timer_.arm(now_ns);
}

void Arrivals::on_reap(SimTime now_ns) {
  for (const std::uint32_t index : done_) {
    const auto found = open_.find(index);
    on_window(-found->second->cwnd_packets(), -found->second->in_flight_packets(), now_ns);
    open_.erase(found);
  }
  done_.clear();
}

void Arrivals::observe(StateSink& sink) const {
  sink.number("open_connection_count", static_cast<double>(open_.size() - done_.size()));
}

void Arrivals::complete(FlowSample& sample) const {
  const auto bytes = [this](Packets packets) {
    return static_cast<double>(packets * setup_.sender.packet_bytes);
  };
  sample.cwnd_bytes = bytes(cwnd_packets_);
  sample.inflight_bytes = bytes(in_flight_packets_);
}

}  // namespace ccsim
