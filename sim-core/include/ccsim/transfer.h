// What an application hands over as a whole: transfers and frames. The sender reports them to a
// log, which turns them into completion times and delays.
#pragma once

#include <cstdint>

#include "ccsim/units.h"

namespace ccsim {

// A transfer begins when its application asks for it: with the SYN if it opens a connection, else
// with the write. It is complete when its last byte has reached the receiver with all before it.
struct TransferRecord {
  SimTime start_ns = 0;
  Bytes size_bytes = 0;                    // payload
  Duration completion_ns = kNoDuration;    // from the start; kNoDuration: not complete
  Duration acknowledged_ns = kNoDuration;  // ... until the sender has read the last ACK
};

class DeliveryLog {
 public:
  virtual ~DeliveryLog() = default;

  // A transfer begins. The number stands for it in what comes later.
  virtual std::int64_t begin_transfer(Bytes size_bytes, SimTime now_ns) = 0;
  virtual void complete_transfer(std::int64_t transfer, SimTime now_ns) = 0;
  virtual void acknowledge_transfer(std::int64_t transfer, SimTime now_ns) = 0;

  // A frame is written; it is late if it is not complete by `due_ns`. Frames arrive in order.
  virtual void begin_frame(Bytes size_bytes, SimTime now_ns, SimTime due_ns) = 0;
  virtual void complete_frame(SimTime now_ns) = 0;
};

}  // namespace ccsim
