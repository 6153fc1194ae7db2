// Algorithms that are WebAssembly modules. Python loads a module with wasmtime and makes an
// instance for each connection (worker/lab_exec/modules); the calls go from here straight to
// wasmtime's C API, whose functions come as addresses: one call of wasm costs some 50 ns. An
// algorithm in Python (python_controller.h) comes in by the same door.
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>

#include "bindings.h"
#include "ccsim/algorithm_module.h"
#include "python_controller.h"

namespace ccsim::python {
namespace {

using namespace nb::literals;

// As in wasmtime's C API (wasmtime_func_t, wasmtime_val_raw_t); lab_exec compares the sizes.
struct WasmFunction {
  std::uint64_t store_id = 0;
  void* inner = nullptr;
};
// Without initial values: a call writes those that it has, out of room for the most. The second
// half is of vectors only.
struct WasmValue {
  alignas(16) std::int64_t integer;
  std::int64_t unused;
};
using CallFunction = void* (*)(void* context, const WasmFunction*, WasmValue*, std::size_t,
                               void** trap);
using SetFuel = void* (*)(void* context, std::uint64_t fuel);
using GetFuel = void* (*)(void* context, std::uint64_t* fuel);

constexpr std::size_t kMostValues = 24;

struct Engine {
  CallFunction call = nullptr;
  SetFuel set_fuel = nullptr;
  GetFuel get_fuel = nullptr;
  std::int64_t fuel_of_events = 0;  // of a connection's next so many events
  std::int64_t event_count = 0;
  std::int64_t fuel_of_run = 0;      // what all connections have together, and
  std::int64_t fuel_on_average = 0;  // so much more for each event
};

// The remaining fuel of the connections of a run.
class RunFuel {
 public:
  explicit RunFuel(const Engine& engine) : engine_(engine), left_(engine.fuel_of_run) {}

  // False: the next events cannot have their allowance any more.
  [[nodiscard]] bool begin_events() {
    left_ += engine_.fuel_on_average * engine_.event_count;
    return left_ >= engine_.fuel_of_events;
  }
  void spend(std::int64_t fuel) { left_ -= fuel; }
  [[nodiscard]] std::string problem() const {
    return "it took more than " + std::to_string(engine_.fuel_on_average) +
           " instructions for each event of the run, and " + std::to_string(engine_.fuel_of_run) +
           " besides";
  }

 private:
  const Engine& engine_;
  std::int64_t left_;
};

// Each packet in flight takes 40 bytes, also one that a full buffer has dropped: so many of a
// connection, and of all of a run.
constexpr std::int64_t kMostInFlight = 1'000'000;
constexpr std::int64_t kMostInFlightOfRun = 4'000'000;
constexpr std::int64_t kLeastRoom = 1'000;
// As the core has it (module_control.cpp).
constexpr std::int64_t kMostWindow = std::int64_t{1} << 30;

// What all connections of a run may send, where the host bounds it: a module that floods its link
// has the core do many times the work of a run that fills it.
class PacketAllowance {
 public:
  // 0: without a bound.
  explicit PacketAllowance(std::int64_t most_packets) : most_packets_(most_packets) {}

  // Before a call: no connection has more in flight than all of them may send, so that this cuts
  // no window of a run that stays within the bound.
  [[nodiscard]] std::int64_t clamp(std::int64_t window) const {
    if (window > kMostWindow) return window;  // which the core refuses
    // A little above the room, so that what a module would do beyond it shows in its next ACK.
    const std::int64_t most = room() + room() / 8;
    return std::min({window, most, most_packets_ > 0 ? most_packets_ : most});
  }
  void enter() { share_among(connections_ + 1); }
  void leave() { share_among(connections_ - 1); }
  // What a connection may have in flight.
  [[nodiscard]] std::int64_t room() const { return room_; }
  // What a connection has sent since it was last asked. False: that is more than is left.
  [[nodiscard]] bool take(std::int64_t packets) {
    sent_packets_ += packets;
    is_spent_ = is_spent_ || (most_packets_ > 0 && sent_packets_ > most_packets_);
    return !is_spent_;
  }
  [[nodiscard]] bool is_spent() const { return is_spent_; }
  [[nodiscard]] std::string problem() const {
    return "it sent more than " + std::to_string(most_packets_) + " packets";
  }

 private:
  void share_among(std::int64_t connections) {
    connections_ = connections;
    const std::int64_t share = kMostInFlightOfRun / std::max<std::int64_t>(connections, 1);
    room_ = std::clamp(share, kLeastRoom, kMostInFlight);
  }

  std::int64_t most_packets_;
  std::int64_t sent_packets_ = 0;
  std::int64_t connections_ = 0;
  std::int64_t room_ = kMostInFlight;
  bool is_spent_ = false;
};

// What a connection has sent, of the arguments of ccsim_on_ack: in flight, delivered and lost.
std::int64_t sent_packets(std::span<const std::int64_t> ack) {
  return ack[7] + ack[9] + ack[10];
}

// One instance: the addresses of its exported functions, and of those that bring an event to it and
// its answers back; 0 where it has none. `owner` keeps it.
struct PythonInstance {
  nb::object owner;
  std::uintptr_t context = 0;
  std::vector<std::uintptr_t> functions;
  std::vector<std::uintptr_t> events;
  std::uintptr_t block = 0;  // where events find their arguments and leave their answers
};

std::vector<const WasmFunction*> pointers(const std::vector<std::uintptr_t>& addresses) {
  std::vector<const WasmFunction*> found;
  found.reserve(addresses.size());
  for (const std::uintptr_t address : addresses) {
    found.push_back(reinterpret_cast<const WasmFunction*>(address));
  }
  return found;
}

class WasmInstance final : public ModuleInstance {
 public:
  WasmInstance(const Engine& engine, RunFuel& run, PacketAllowance& packets, PythonInstance from)
      : engine_(engine),
        run_(run),
        packets_(packets),
        context_(reinterpret_cast<void*>(from.context)),
        owner_(std::move(from.owner)),
        functions_(pointers(from.functions)),
        events_(pointers(from.events)),
        block_(reinterpret_cast<std::int64_t*>(from.block)) {
    packets_.enter();
  }
  ~WasmInstance() override {
    packets_.leave();
    nb::gil_scoped_acquire lock;
    owner_.reset();
  }

  [[nodiscard]] bool has(ModuleFunction function) const override {
    return functions_[static_cast<std::size_t>(function)] != nullptr;
  }

  // Fuel is dealt out for some events at once: reading and setting it costs as much as a call.
  void begin_event() override {
    if (events_left_-- > 0) return;
    settle();
    has_fuel_ = run_.begin_events();
    events_left_ = has_fuel_ ? engine_.event_count - 1 : 0;
    given_ = has_fuel_ ? engine_.fuel_of_events : 0;
    engine_.set_fuel(context_, static_cast<std::uint64_t>(given_));
  }

  [[nodiscard]] std::optional<ModuleFunction> notify(ModuleFunction event,
                                                     std::span<std::int64_t> values,
                                                     ModuleAnswers& answers) override {
    if (!has_fuel_) {
      problem_ = run_.problem();
      return event;
    }
    if (event == ModuleFunction::kOnAck &&
        !(check_in_flight(values[7]) && check_sent(sent_packets(values)))) {
      return event;
    }
    std::ranges::copy(values, block_);
    WasmValue nothing;
    if (!enter(events_[static_cast<std::size_t>(event)], &nothing, 0)) {
      nb::gil_scoped_acquire lock;
      const auto reading = nb::cast<std::int64_t>(owner_.attr("reading")());
      return reading < 0 ? event : static_cast<ModuleFunction>(reading);
    }
    answers = {packets_.clamp(block_[0]), block_[1], block_[2], block_[3]};
    return std::nullopt;
  }

  [[nodiscard]] bool call(ModuleFunction function, std::span<std::int64_t> values) override {
    if (!has_fuel_) {
      problem_ = run_.problem();
      return false;
    }
    std::array<WasmValue, kMostValues> raw;
    for (std::size_t index = 0; index < values.size(); ++index) raw[index].integer = values[index];
    const std::size_t count = std::max<std::size_t>(values.size(), 1);
    if (!enter(functions_[static_cast<std::size_t>(function)], raw.data(), count)) return false;
    if (!values.empty()) values[0] = raw[0].integer;
    return true;
  }
  [[nodiscard]] std::string problem() const override { return problem_; }

 private:
  // False: it failed, see problem().
  [[nodiscard]] bool enter(const WasmFunction* function, WasmValue* values, std::size_t count) {
    void* trap = nullptr;
    void* error = engine_.call(context_, function, values, count, &trap);
    if (error == nullptr && trap == nullptr) return true;
    nb::gil_scoped_acquire lock;
    problem_ = nb::cast<std::string>(owner_.attr("describe")(
        reinterpret_cast<std::uintptr_t>(error), reinterpret_cast<std::uintptr_t>(trap)));
    return false;
  }
  // False: that was too much.
  [[nodiscard]] bool check_in_flight(std::int64_t packets) {
    if (packets <= packets_.room()) return true;
    problem_ = "it has " + std::to_string(packets) +
               " packets in flight; a connection has room for " + std::to_string(packets_.room());
    return false;
  }
  // The same for the packets that it has sent.
  [[nodiscard]] bool check_sent(std::int64_t packets) {
    const std::int64_t more = std::max<std::int64_t>(packets - sent_packets_, 0);
    sent_packets_ += more;
    if (packets_.take(more)) return true;
    problem_ = packets_.problem();
    return false;
  }

  // What the last events have taken. Reading and setting fail only without fuel in the engine's
  // settings; lab_exec has set it with a check.
  void settle() {
    std::uint64_t left = 0;
    engine_.get_fuel(context_, &left);
    if (given_ > 0) run_.spend(given_ - static_cast<std::int64_t>(left));
  }

  const Engine& engine_;
  RunFuel& run_;
  PacketAllowance& packets_;
  std::int64_t sent_packets_ = 0;
  std::int64_t given_ = 0;
  std::int64_t events_left_ = 0;
  bool has_fuel_ = true;
  void* context_;
  nb::object owner_;
  std::vector<const WasmFunction*> functions_;
  std::vector<const WasmFunction*> events_;
  std::int64_t* block_;
  std::string problem_;
};

class WasmModule final : public AlgorithmModule {
 public:
  WasmModule(ModuleInfo declared, Engine engine, std::int64_t most_packets, nb::object instantiate)
      : AlgorithmModule(std::move(declared)),
        engine_(engine),
        fuel_(engine_),
        packets_(most_packets),
        make_(std::move(instantiate)) {}
  ~WasmModule() override {
    nb::gil_scoped_acquire lock;
    make_.reset();
  }

  [[nodiscard]] std::unique_ptr<ModuleInstance> instantiate(ModuleHost& host,
                                                            std::string& problem) override {
    nb::gil_scoped_acquire lock;
    const nb::object made = make_(reinterpret_cast<std::uintptr_t>(&host));
    if (nb::isinstance<nb::str>(made)) {
      problem = nb::cast<std::string>(made);
      return nullptr;
    }
    return std::make_unique<WasmInstance>(
        engine_, fuel_, packets_,
        PythonInstance{made, nb::cast<std::uintptr_t>(made.attr("context")),
                       nb::cast<std::vector<std::uintptr_t>>(made.attr("functions")),
                       nb::cast<std::vector<std::uintptr_t>>(made.attr("events")),
                       nb::cast<std::uintptr_t>(made.attr("block"))});
  }
  [[nodiscard]] bool has_sent_too_much() const { return packets_.is_spent(); }

 private:
  Engine engine_;
  RunFuel fuel_;
  PacketAllowance packets_;
  nb::object make_;
};

// An algorithm in Python.
class PythonAlgorithm final : public AlgorithmModule {
 public:
  PythonAlgorithm(ModuleInfo declared, nb::object make)
      : AlgorithmModule(std::move(declared)), make_(std::move(make)) {}
  ~PythonAlgorithm() override {
    nb::gil_scoped_acquire lock;
    make_.reset();
  }

  [[nodiscard]] std::unique_ptr<ModuleInstance> instantiate(ModuleHost& host,
                                                            std::string& problem) override {
    nb::gil_scoped_acquire lock;
    try {
      const nb::object of_host = nb::cast(&host, nb::rv_policy::reference);
      return std::make_unique<PythonController>(make_(of_host));
    } catch (const nb::python_error& error) {
      problem = error.what();
      return nullptr;
    }
  }

 private:
  nb::object make_;
};

// wasmtime_func_unchecked_callback_t: what a module imports. `env` is the ModuleHost; null while
// only the module's description is read.
void* enter_phase(void* env, void*, WasmValue* values, std::size_t) {
  if (env == nullptr) return nullptr;
  static_cast<ModuleHost*>(env)->enter_phase(values[0].integer, values[1].integer);
  return nullptr;
}

void* random_bits(void* env, void*, WasmValue* values, std::size_t) {
  values[0].integer = env == nullptr ? 0 : static_cast<ModuleHost*>(env)->random_bits();
  return nullptr;
}

using ParameterTuple = std::tuple<std::string, std::string, std::int64_t, std::int64_t,
                                  std::int64_t>;  // name, description, default, least, most
using SeriesTuple = std::tuple<std::string, std::string, std::int64_t>;

ModuleInfo module_info(const std::string& name, const std::string& title,
                       const std::vector<ParameterTuple>& parameters,
                       const std::vector<SeriesTuple>& series,
                       const std::vector<std::string>& phases,
                       const std::vector<std::string>& reasons, EcnFeedback ecn, bool is_l4s,
                       bool reduces_by_prr) {
  ModuleInfo info;
  info.name = name;
  info.title = title;
  for (const auto& [parameter, description, standard, least, most] : parameters) {
    info.parameters.push_back(integer_parameter(
        parameter, standard, {static_cast<double>(least), static_cast<double>(most)},
        {description, ""}));
  }
  for (const auto& [column, description, divisor] : series) {
    info.series.push_back({column, description, divisor});
  }
  info.phases = phases;
  info.reasons = reasons;
  info.ecn = {ecn, is_l4s};
  info.reduces_by_prr = reduces_by_prr;
  return info;
}

// Addresses of functions of wasmtime's C API: the call, and setting and reading fuel.
using EngineTuple = std::tuple<std::uintptr_t, std::uintptr_t, std::uintptr_t>;
using FuelTuple = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

Engine engine_of(const EngineTuple& addresses, const FuelTuple& fuel) {
  return {reinterpret_cast<CallFunction>(std::get<0>(addresses)),
          reinterpret_cast<SetFuel>(std::get<1>(addresses)),
          reinterpret_cast<GetFuel>(std::get<2>(addresses)),
          std::get<0>(fuel),
          std::get<1>(fuel),
          std::get<2>(fuel),
          std::get<3>(fuel)};
}

using DeclaredTuple =
    std::tuple<std::string, std::string, std::vector<ParameterTuple>, std::vector<SeriesTuple>,
               std::vector<std::string>, std::vector<std::string>, EcnFeedback, bool, bool>;

ModuleInfo info_of(const DeclaredTuple& declared) {
  return std::apply(module_info, declared);
}

void bind_makers(nb::module_& module) {
  module.def(
      "algorithm_module",
      [](const DeclaredTuple& declared, const EngineTuple& engine, const FuelTuple& fuel,
         std::int64_t most_packets,
         const nb::object& instantiate) -> std::shared_ptr<AlgorithmModule> {
        return std::make_shared<WasmModule>(info_of(declared), engine_of(engine, fuel),
                                            most_packets, instantiate);
      },
      nb::kw_only(), "declared"_a, "engine"_a, "fuel"_a, "most_packets"_a, "instantiate"_a,
      nb::sig("def algorithm_module(*, declared: tuple[object, ...], "
              "engine: tuple[int, int, int], fuel: tuple[int, int, int, int], "
              "most_packets: int, "
              "instantiate: collections.abc.Callable[[int], object]) -> AlgorithmModule"),
      "A module that was loaded. `declared` has name, title, parameters (name, description,\n"
      "default, least, most), series (name, description, divisor), phases, reasons, how ECN marks\n"
      "are fed back, whether its packets are L4S, whether PRR reduces its window. `engine` has\n"
      "the addresses of wasmtime_func_call_unchecked, wasmtime_context_set_fuel and\n"
      "wasmtime_context_get_fuel; `fuel` what some events of a connection have at most, how\n"
      "many these are, what the run has, and what each event adds to that. `most_packets` is what\n"
      "all connections may send (0: no bound); the ACK that shows more fails the module.\n"
      "`instantiate` gets the address that the imports are called with, and returns an object with "
      "`context`, `functions`, `events`, `block`, `describe` and\n"
      "`reading`, or why not.");
  module.def(
      "algorithm_in_python",
      [](const DeclaredTuple& declared,
         const nb::object& instantiate) -> std::shared_ptr<AlgorithmModule> {
        return std::make_shared<PythonAlgorithm>(info_of(declared), instantiate);
      },
      nb::kw_only(), "declared"_a, "instantiate"_a,
      nb::sig("def algorithm_in_python(*, declared: tuple[object, ...], "
              "instantiate: collections.abc.Callable[[AlgorithmHost], "
              "collections.abc.Sequence[collections.abc.Callable[..., int | None] | None]])"
              " -> AlgorithmModule"),
      "An algorithm in Python. `declared` is that of `algorithm_module()`; `instantiate` makes a\n"
      "connection's controller: a callable with integers, or None, for each of\n"
      "`algorithm_module_functions()`.");
}

}  // namespace

void bind_modules(nb::module_& module) {
  nb::enum_<EcnFeedback>(module, "EcnFeedback", "How a receiver reports ECN marks.")
      .value("OFF", EcnFeedback::kOff)
      .value("CLASSIC", EcnFeedback::kClassic)
      .value("ACCURATE", EcnFeedback::kAccurate);
  nb::class_<AlgorithmModule>(
      module, "AlgorithmModule",
      "An algorithm that is a WebAssembly module (docs/own-algorithms.md). For one run at a time.")
      .def_prop_ro(
          "failure",
          [](const AlgorithmModule& self) -> nb::object {
            if (!self.failure()) return nb::none();
            const ModuleFailure& failure = *self.failure();
            return nb::make_tuple(seconds_or_nan(failure.now_ns), failure.flow_index,
                                  failure.reason);
          },
          nb::sig("def failure(self) -> tuple[float, int, str] | None"),
          "Of the last run: simulated time in seconds, flow, and what the module did wrong.")
      .def_prop_ro(
          "has_sent_too_much",
          [](const AlgorithmModule& self) {
            const auto* module = dynamic_cast<const WasmModule*>(&self);
            return module != nullptr && module->has_sent_too_much();
          },
          "Whether it failed by `most_packets`.");
  nb::class_<ModuleHost>(module, "AlgorithmHost",
                         "What a controller may call while it is called. Of one connection.")
      .def("phase", &ModuleHost::enter_phase, "phase"_a, "reason"_a,
           "Enters a declared phase, by places in the declared lists.")
      .def("random", &ModuleHost::random_bits, "64 bits of the connection's own stream, signed.");
  bind_makers(module);
  module.def(
      "algorithm_module_functions",
      [] {
        nb::list functions;
        for (const ModuleFunctionInfo& info : module_functions()) {
          functions.append(nb::make_tuple(text(info.name), info.argument_count, info.has_result,
                                          info.is_required));
        }
        return functions;
      },
      nb::sig("def algorithm_module_functions() -> list[tuple[str, int, bool, bool]]"),
      "What a module exports: name, number of arguments, whether it answers, whether it must be\n"
      "there. The order is that of `functions`.");
  module.def(
      "algorithm_module_imports",
      [] {
        return std::make_tuple(reinterpret_cast<std::uintptr_t>(&enter_phase),
                               reinterpret_cast<std::uintptr_t>(&random_bits));
      },
      "Addresses of what a module may import: phase and random.");
}

}  // namespace ccsim::python
