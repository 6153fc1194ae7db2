// What may sit in front of a transmitter. Each discipline is a file in `queues/` that describes
// itself for the registry.
#pragma once

#include <memory>

#include "ccsim/components.h"
#include "ccsim/state_sink.h"
#include "ccsim/units.h"
#include "net/packet.h"

namespace ccsim {

// Told what a discipline does to packets that it has taken.
class DiscardListener {
 public:
  virtual ~DiscardListener() = default;
  // It was waiting already and was thrown away.
  virtual void on_discard(const Packet& packet, SimTime now_ns) = 0;
  // It was marked (CE) and stays.
  virtual void on_mark(const Packet& packet, SimTime now_ns) = 0;
};

class QueueDiscipline {
 public:
  virtual ~QueueDiscipline() = default;

  // Takes the packet, or refuses it with false. May discard others to make room.
  virtual bool enqueue(const Packet& packet, SimTime now_ns, DiscardListener& discards) = 0;
  // Hands out the next packet; false if there is none. May discard others on the way.
  virtual bool dequeue(Packet& packet, SimTime now_ns, DiscardListener& discards) = 0;

  [[nodiscard]] virtual Bytes waiting_bytes() const = 0;
  [[nodiscard]] virtual Packets waiting_packets() const = 0;

  // Writes the metrics that its registry entry declares, at the end of a sample.
  virtual void observe(SimTime, StateSink&) const {}
};

// The kind must exist (asserted).
[[nodiscard]] std::unique_ptr<QueueDiscipline> make_queue(const ComponentChoice& choice,
                                                          const QueueContext& context);

}  // namespace ccsim
