// What may sit in front of a transmitter. Each discipline is a file in `queues/` that describes
// itself for the registry.
#pragma once

#include <memory>

#include "ccsim/components.h"
#include "ccsim/loss_reason.h"
#include "ccsim/state_sink.h"
#include "ccsim/units.h"
#include "net/packet.h"

namespace ccsim {

// Hears what a discipline does to packets that it has taken.
class DiscardListener {
 public:
  virtual ~DiscardListener() = default;
  // It was waiting already and was thrown away.
  virtual void on_discard(const Packet& packet, LossReason reason, SimTime now_ns) = 0;
  // It was marked (CE) and stays.
  virtual void on_mark(const Packet& packet, LossReason reason, SimTime now_ns) = 0;
};

// Whether a discipline takes a packet, and if not, why.
class Admission {
 public:
  [[nodiscard]] static constexpr Admission taken() { return Admission(LossReason::kNone); }
  [[nodiscard]] static constexpr Admission refused(LossReason reason) { return Admission(reason); }

  [[nodiscard]] constexpr explicit operator bool() const { return reason_ == LossReason::kNone; }
  // Of a packet that was refused.
  [[nodiscard]] constexpr LossReason reason() const { return reason_; }

 private:
  constexpr explicit Admission(LossReason reason) : reason_(reason) {}
  LossReason reason_;
};

class QueueDiscipline {
 public:
  virtual ~QueueDiscipline() = default;

  // Takes the packet or refuses it. May discard others to make room.
  virtual Admission enqueue(const Packet& packet, SimTime now_ns, DiscardListener& discards) = 0;
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
