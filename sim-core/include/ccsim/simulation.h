// The simulator is a pure function: (scenario, seed, behaviour version) -> result, bit for bit.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "ccsim/result.h"
#include "ccsim/scenario.h"

namespace ccsim {

struct RunOptions {
  // Called with every finished chunk, in order; null: no series are recorded.
  std::function<void(SeriesChunk&&)> on_chunk;
  // Called every `progress_every_events` events with the simulated time; returning false cancels:
  // the run stops, at most an access delay later, and `status` is kCancelled. Null: never.
  std::function<bool(SimTime simulated_ns)> on_progress;
  std::int64_t progress_every_events = 200'000;
  // Asked after every on_progress, also after the one that cancels. Above 0 it hands out what the
  // running chunk has got since the last tail, unless that is nothing: about so many values, or one
  // sample if that has more. It needs on_chunk.
  std::function<std::int64_t()> wanted_tail_values;
  std::function<void(SeriesTail&&)> on_tail;
  // Packet events to be written down; changes nothing else.
  PacketWindow packet_window;
  // Why each flow sends no more than it does; changes nothing else.
  bool records_causes = false;
};

// Runs one scenario to its end. The same arguments give the same chunks and the same result,
// whatever the callbacks do in between. Throws nothing of its own; an exception of a callback
// passes through.
[[nodiscard]] RunResult run(const Scenario& scenario, std::uint64_t seed,
                            const RunOptions& options = {});

class Simulation;

// The same run in pieces, for a thread that has other things to do in between. However it is cut,
// its chunks and its result are those of run().
class RunInPieces {
 public:
  RunInPieces(const Scenario& scenario, std::uint64_t seed, const RunOptions& options);
  RunInPieces(const RunInPieces&) = delete;
  RunInPieces& operator=(const RunInPieces&) = delete;
  ~RunInPieces();

  // Continues by at most so many events. False: on_progress cancelled it, or it is at its end.
  [[nodiscard]] bool advance(std::int64_t most_events);
  // Once, as the last call. A run that could have continued ends here as a cancelled one.
  [[nodiscard]] RunResult finish();

 private:
  std::unique_ptr<Simulation> simulation_;
};

// Release and hash of the core's sources and flags, e.g. "0.1.0+1f3a9c04d2b7". It says which build
// computed something; what it computes has a name of its own (ccsim/behaviour.h).
[[nodiscard]] std::string_view core_version();

}  // namespace ccsim
