// Algorithms that are WebAssembly modules. Python loads a module with wasmtime and makes an
// instance for each connection (worker/lab_exec/modules); the calls go from here straight to
// wasmtime's C API, whose two functions come as addresses: one call of wasm costs some 50 ns.
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <tuple>

#include "bindings.h"
#include "ccsim/algorithm_module.h"

namespace ccsim::python {
namespace {

using namespace nb::literals;

// As in wasmtime's C API (wasmtime_func_t, wasmtime_val_raw_t); lab_exec compares the sizes.
struct WasmFunction {
  std::uint64_t store_id = 0;
  void* inner = nullptr;
};
struct WasmValue {
  alignas(16) std::int64_t integer = 0;
  std::int64_t unused = 0;
};
using CallFunction = void* (*)(void* context, const WasmFunction*, WasmValue*, std::size_t,
                               void** trap);
using SetFuel = void* (*)(void* context, std::uint64_t fuel);

constexpr std::size_t kMostValues = 24;

struct Engine {
  CallFunction call = nullptr;
  SetFuel set_fuel = nullptr;
  std::uint64_t fuel_per_event = 0;
};

// One instance: the addresses of its exported functions, 0 where it has none. `owner` keeps it.
struct PythonInstance {
  nb::object owner;
  std::uintptr_t context = 0;
  std::vector<std::uintptr_t> functions;
};

class WasmInstance final : public ModuleInstance {
 public:
  WasmInstance(const Engine& engine, PythonInstance from)
      : engine_(engine),
        context_(reinterpret_cast<void*>(from.context)),
        owner_(std::move(from.owner)) {
    functions_.reserve(from.functions.size());
    for (const std::uintptr_t address : from.functions) {
      functions_.push_back(reinterpret_cast<const WasmFunction*>(address));
    }
  }
  ~WasmInstance() override {
    nb::gil_scoped_acquire lock;
    owner_.reset();
  }

  [[nodiscard]] bool has(ModuleFunction function) const override {
    return functions_[static_cast<std::size_t>(function)] != nullptr;
  }

  // Fails only without fuel in the engine's settings; lab_exec has set it once with a check.
  void begin_event() override { engine_.set_fuel(context_, engine_.fuel_per_event); }

  [[nodiscard]] bool call(ModuleFunction function, std::span<std::int64_t> values) override {
    std::array<WasmValue, kMostValues> raw;
    for (std::size_t index = 0; index < values.size(); ++index) raw[index].integer = values[index];
    void* trap = nullptr;
    const std::size_t count = std::max<std::size_t>(values.size(), 1);
    void* error = engine_.call(context_, functions_[static_cast<std::size_t>(function)], raw.data(),
                               count, &trap);
    if (error == nullptr && trap == nullptr) {
      if (!values.empty()) values[0] = raw[0].integer;
      return true;
    }
    nb::gil_scoped_acquire lock;
    problem_ = nb::cast<std::string>(owner_.attr("describe")(
        reinterpret_cast<std::uintptr_t>(error), reinterpret_cast<std::uintptr_t>(trap)));
    return false;
  }
  [[nodiscard]] std::string problem() const override { return problem_; }

 private:
  const Engine& engine_;
  void* context_;
  nb::object owner_;
  std::vector<const WasmFunction*> functions_;
  std::string problem_;
};

class WasmModule final : public AlgorithmModule {
 public:
  WasmModule(ModuleInfo declared, Engine engine, nb::object instantiate)
      : AlgorithmModule(std::move(declared)), engine_(engine), make_(std::move(instantiate)) {}
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
        engine_, PythonInstance{made, nb::cast<std::uintptr_t>(made.attr("context")),
                                nb::cast<std::vector<std::uintptr_t>>(made.attr("functions"))});
  }

 private:
  Engine engine_;
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

}  // namespace

void bind_modules(nb::module_& module) {
  nb::enum_<EcnFeedback>(module, "EcnFeedback", "How a receiver tells of ECN marks.")
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
          "Of the last run: simulated time in seconds, flow, and what the module did wrong.");
  module.def(
      "algorithm_module",
      [](const std::string& name, const std::string& title,
         const std::vector<ParameterTuple>& parameters, const std::vector<SeriesTuple>& series,
         const std::vector<std::string>& phases, const std::vector<std::string>& reasons,
         EcnFeedback ecn, bool is_l4s, bool reduces_by_prr,
         const std::tuple<std::uintptr_t, std::uintptr_t>& engine, std::uint64_t fuel_per_event,
         const nb::object& instantiate) -> std::shared_ptr<AlgorithmModule> {
        return std::make_shared<WasmModule>(
            module_info(name, title, parameters, series, phases, reasons, ecn, is_l4s,
                        reduces_by_prr),
            Engine{reinterpret_cast<CallFunction>(std::get<0>(engine)),
                   reinterpret_cast<SetFuel>(std::get<1>(engine)), fuel_per_event},
            instantiate);
      },
      nb::kw_only(), "name"_a, "title"_a, "parameters"_a, "series"_a, "phases"_a, "reasons"_a,
      "ecn"_a, "is_l4s"_a, "reduces_by_prr"_a, "engine"_a, "fuel_per_event"_a, "instantiate"_a,
      nb::sig("def algorithm_module(*, name: str, title: str, "
              "parameters: collections.abc.Sequence[tuple[str, str, int, int, int]], "
              "series: collections.abc.Sequence[tuple[str, str, int]], "
              "phases: collections.abc.Sequence[str], reasons: collections.abc.Sequence[str], "
              "ecn: EcnFeedback, is_l4s: bool, reduces_by_prr: bool, engine: tuple[int, int], "
              "fuel_per_event: int, "
              "instantiate: collections.abc.Callable[[int], object]) -> AlgorithmModule"),
      "A module that was loaded. Parameters are (name, description, default, least, most), series\n"
      "(name, description, divisor); `engine` has the addresses of wasmtime_func_call_unchecked\n"
      "and wasmtime_context_set_fuel; `instantiate` gets the address that the imports are called\n"
      "with, and returns an object with `context`, `functions` and `describe`, or why not.");
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
