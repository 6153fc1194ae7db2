// The core's door for WebAssembly: a plan and a seed go in, bytes come out. README.md has the
// formats and who owns what.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "byte_writer.h"
#include "ccsim/behaviour.h"
#include "ccsim/simulation.h"
#include "own_module.h"
#include "packet_bytes.h"
#include "plan.h"
#include "result_bytes.h"
#include "series_bytes.h"
#include "sha256.h"

#define CCSIM_EXPORT(name) __attribute__((export_name(name)))
#define CCSIM_IMPORT(name) __attribute__((import_module("lab"), import_name(name)))

extern "C" {
// What the host gives. Bytes are the core's and last as long as the call.
CCSIM_IMPORT("chunk")
void lab_chunk(const char* bytes, std::size_t digested_size, std::size_t size);
CCSIM_IMPORT("tail") void lab_tail(const char* bytes, std::size_t size);
CCSIM_IMPORT("progress") std::int32_t lab_progress(double simulated_s);
CCSIM_IMPORT("wanted_tail_values") std::int32_t lab_wanted_tail_values();
}

namespace ccsim::wasm {
namespace {

enum Flag : std::uint32_t { kSeries = 1, kTails = 2, kCauses = 4 };
enum Status : std::int32_t {
  kDone = 0,
  kCancelled = 1,
  kUnreadablePlan = 2,
  kModuleFailed = 3,
  kRunning = 4,
};

// Of the last run; one instance runs one scenario at a time.
std::string& last_answer() {
  static std::string answer;
  return answer;
}

// Which packet events runs write down from now on, and what the last one has written.
PacketWindow& packet_window() {
  static PacketWindow window;
  return window;
}

struct RecordedPackets {
  std::vector<PacketRecord> records;
  bool is_truncated = false;
};

RecordedPackets& last_packets() {
  static RecordedPackets packets;
  return packets;
}

// What the host declared of a module; empty: there is none.
std::string& declaration() {
  static std::string bytes;
  return bytes;
}

// How an algorithm is called that is a module.
constexpr std::string_view kModulePrefix = "wasm:";

// Groups whose algorithm is a module run the declared one. False: there is none.
bool give_module(Scenario& scenario, const std::shared_ptr<AlgorithmModule>& module) {
  for (FlowGroupConfig& group : scenario.groups) {
    if (!group.algorithm.starts_with(kModulePrefix)) continue;
    if (module == nullptr) return false;
    group.module = module;
  }
  return true;
}

std::string failure_bytes(const ModuleFailure& failure) {
  ByteWriter bytes;
  bytes.real(seconds_or_nan(failure.now_ns));
  bytes.integer(failure.flow_index);
  bytes.text(failure.reason);
  return bytes.bytes();
}

// A run that has begun, and what its end needs.
class BegunRun {
 public:
  // Callbacks speak to the host, and to this object.
  BegunRun(const Scenario& scenario, std::uint64_t seed, std::shared_ptr<AlgorithmModule> module,
           std::int64_t progress_every_events, std::uint32_t flags)
      : module_(std::move(module)),
        has_series_((flags & kSeries) != 0),
        run_(scenario, seed, options(progress_every_events, flags)) {}
  BegunRun(const BegunRun&) = delete;
  BegunRun& operator=(const BegunRun&) = delete;

  // With any status but kRunning it is over, and the answer is there.
  Status advance(std::int64_t most_events) {
    if (run_.advance(most_events)) return kRunning;
    RunResult result = run_.finish();
    last_packets() = {std::move(result.packets), result.packets_truncated};
    if (module_ != nullptr && module_->failure()) {
      last_answer() = failure_bytes(*module_->failure());
      return kModuleFailed;
    }
    last_answer() =
        result_bytes(result, has_series_ ? digest_.hex_digest() : std::string()).bytes();
    return result.status == RunStatus::kCancelled ? kCancelled : kDone;
  }

 private:
  RunOptions options(std::int64_t progress_every_events, std::uint32_t flags) {
    RunOptions options;
    options.progress_every_events = progress_every_events;
    options.packet_window = packet_window();
    options.records_causes = (flags & kCauses) != 0;
    options.on_progress = [this](SimTime simulated_ns) {
      if (module_ != nullptr && module_->failure()) return false;
      return lab_progress(seconds_or_nan(simulated_ns)) != 0;
    };
    if (has_series_) {
      options.on_chunk = [this](SeriesChunk&& chunk) {
        ByteWriter bytes = digested_bytes(chunk);
        const std::size_t digested_size = bytes.bytes().size();
        digest_.update(bytes.bytes());
        write_undigested(chunk, bytes);
        lab_chunk(bytes.bytes().data(), digested_size, bytes.bytes().size());
      };
    }
    if ((flags & kTails) != 0) {
      options.wanted_tail_values = [] { return std::int64_t{lab_wanted_tail_values()}; };
      options.on_tail = [](SeriesTail&& tail) {
        const ByteWriter bytes = tail_bytes(tail);
        lab_tail(bytes.bytes().data(), bytes.bytes().size());
      };
    }
    return options;
  }

  // One for each run: it keeps its first failure.
  std::shared_ptr<AlgorithmModule> module_;
  bool has_series_;
  Sha256 digest_;
  RunInPieces run_;
};

// null: none has begun, or the last one is over.
std::unique_ptr<BegunRun>& begun_run() {
  static std::unique_ptr<BegunRun> run;
  return run;
}

Status start(std::string_view plan, std::uint64_t seed, std::int64_t progress_every_events,
             std::uint32_t flags) {
  begun_run() = nullptr;
  std::optional<Scenario> scenario = read_plan(plan);
  std::shared_ptr<AlgorithmModule> module =
      declaration().empty() ? nullptr : read_module(declaration());
  if (!scenario || !give_module(*scenario, module)) return kUnreadablePlan;
  begun_run() =
      std::make_unique<BegunRun>(*scenario, seed, std::move(module), progress_every_events, flags);
  return kRunning;
}

Status advance(std::int64_t most_events) {
  if (begun_run() == nullptr) return kCancelled;
  const Status status = begun_run()->advance(most_events);
  if (status != kRunning) begun_run() = nullptr;
  return status;
}

}  // namespace
}  // namespace ccsim::wasm

extern "C" {

CCSIM_EXPORT("alloc") void* lab_alloc(std::size_t size) {
  return std::malloc(size);
}

CCSIM_EXPORT("release") void lab_release(void* pointer) {
  std::free(pointer);
}

CCSIM_EXPORT("behaviour_version") std::int32_t lab_behaviour_version() {
  return ccsim::kBehaviourVersion;
}

// What the module is that groups run whose algorithm is one, from now on; no bytes: none.
// 0: it cannot be read.
CCSIM_EXPORT("declare") std::int32_t lab_declare(const char* bytes, std::size_t size) {
  ccsim::wasm::declaration().assign(bytes, size);
  return size == 0 || ccsim::wasm::read_module({bytes, size}) != nullptr ? 1 : 0;
}

// A run begins, instead of the one that has: 4, or 2 if the plan cannot be read.
CCSIM_EXPORT("start")
std::int32_t lab_start(const char* plan, std::size_t size, std::uint64_t seed,
                       std::uint32_t progress_every_events, std::uint32_t flags) {
  return ccsim::wasm::start({plan, size}, seed, progress_every_events, flags);
}

// The run continues by at most so many events: 4, or its end's status. With done or cancelled the
// numbers of the run are the answer.
CCSIM_EXPORT("advance") std::int32_t lab_advance(std::uint32_t most_events) {
  return ccsim::wasm::advance(most_events);
}

// The run that has begun ends without an answer.
CCSIM_EXPORT("abandon") void lab_abandon() {
  ccsim::wasm::begun_run() = nullptr;
}

// Packet events of [from_s, to_s) are written down in runs from now on, at most so many; 0: none.
CCSIM_EXPORT("record_packets")
void lab_record_packets(double from_s, double to_s, std::uint32_t most) {
  ccsim::wasm::packet_window() = {ccsim::to_ns(from_s), ccsim::to_ns(to_s), most};
}

// What the last run has written down as the answer, at most so many of its events.
CCSIM_EXPORT("packets") void lab_packets(std::uint32_t most_given) {
  const auto& [records, is_truncated] = ccsim::wasm::last_packets();
  ccsim::wasm::last_answer() = ccsim::wasm::packet_bytes(records, is_truncated, most_given).bytes();
}

// The SHA-256 in hexadecimal as the answer.
CCSIM_EXPORT("sha256") void lab_sha256(const char* bytes, std::size_t size) {
  ccsim::wasm::Sha256 digest;
  digest.update({bytes, size});
  ccsim::wasm::last_answer() = digest.hex_digest();
}

CCSIM_EXPORT("answer") const char* lab_answer() {
  return ccsim::wasm::last_answer().data();
}

CCSIM_EXPORT("answer_bytes") std::size_t lab_answer_bytes() {
  return ccsim::wasm::last_answer().size();
}

}  // extern "C"
