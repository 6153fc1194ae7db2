#include "own_module.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "byte_reader.h"

#define CCSIM_EXPORT(name) __attribute__((export_name(name)))
#define CCSIM_IMPORT(name) __attribute__((import_module("own"), import_name(name)))

extern "C" {
// What the host gives. `values` are arguments, and the first of them is the answer afterwards.
CCSIM_IMPORT("instantiate") std::int32_t own_instantiate(void* connection);
CCSIM_IMPORT("has") std::int32_t own_has(std::int32_t instance, std::int32_t function);
CCSIM_IMPORT("call")
std::int32_t own_call(std::int32_t instance, std::int32_t function, std::int64_t* values,
                      std::size_t count);
CCSIM_IMPORT("problem") std::size_t own_problem(char* text, std::size_t capacity);
CCSIM_IMPORT("drop") void own_drop(std::int32_t instance);
}

namespace ccsim::wasm {
namespace {

constexpr std::size_t kMostProblemBytes = 1'000;

// Why the host's last call of a module failed.
std::string last_problem() {
  std::string text(kMostProblemBytes, '\0');
  text.resize(own_problem(text.data(), text.size()));
  return text;
}

class HostInstance final : public ModuleInstance {
 public:
  explicit HostInstance(std::int32_t instance) : instance_(instance) {}
  ~HostInstance() override { own_drop(instance_); }

  [[nodiscard]] bool has(ModuleFunction function) const override {
    return own_has(instance_, static_cast<std::int32_t>(function)) != 0;
  }
  // The host bounds a run by time: what takes too long ends with its thread.
  void begin_event() override {}
  [[nodiscard]] bool call(ModuleFunction function, std::span<std::int64_t> values) override {
    const auto index = static_cast<std::int32_t>(function);
    return own_call(instance_, index, values.data(), values.size()) != 0;
  }
  [[nodiscard]] std::string problem() const override { return last_problem(); }

 private:
  std::int32_t instance_;
};

class HostModule final : public AlgorithmModule {
 public:
  using AlgorithmModule::AlgorithmModule;

  [[nodiscard]] std::unique_ptr<ModuleInstance> instantiate(ModuleHost& host,
                                                            std::string& problem) override {
    const std::int32_t instance = own_instantiate(&host);
    if (instance >= 0) return std::make_unique<HostInstance>(instance);
    problem = last_problem();
    return nullptr;
  }
};

std::vector<std::string> texts(ByteReader& from) {
  std::vector<std::string> read(static_cast<std::size_t>(from.length()));
  for (std::string& text : read) text = from.text();
  return read;
}

EcnRequest read_ecn(ByteReader& from) {
  const std::string ecn = from.text();
  if (ecn == "off") return {EcnFeedback::kOff, false};
  if (ecn == "classic") return {EcnFeedback::kClassic, false};
  if (ecn != "accurate" && ecn != "l4s") from.refuse();
  return {EcnFeedback::kAccurate, ecn == "l4s"};
}

}  // namespace

std::shared_ptr<AlgorithmModule> read_module(std::string_view declaration) {
  ByteReader from(declaration);
  ModuleInfo info;
  info.name = from.text();
  info.title = from.text();
  for (std::int64_t left = from.length(); left > 0; --left) {
    std::string name = from.text();
    std::string description = from.text();
    const std::int64_t standard = from.integer();
    const auto least = static_cast<double>(from.integer());
    const auto most = static_cast<double>(from.integer());
    info.parameters.push_back(
        integer_parameter(std::move(name), standard, {least, most}, {std::move(description), ""}));
  }
  for (std::int64_t left = from.length(); left > 0; --left) {
    std::string name = from.text();
    std::string description = from.text();
    info.series.push_back({std::move(name), std::move(description), from.integer()});
  }
  info.phases = texts(from);
  info.reasons = texts(from);
  info.ecn = read_ecn(from);
  info.reduces_by_prr = from.boolean();
  if (!from.is_good() || !from.is_at_end()) return nullptr;
  return std::make_shared<HostModule>(std::move(info));
}

}  // namespace ccsim::wasm

extern "C" {

// What a module imports, for the connection that `instantiate` was given.
CCSIM_EXPORT("own_phase")
void own_phase(void* connection, std::int64_t phase, std::int64_t reason) {
  static_cast<ccsim::ModuleHost*>(connection)->enter_phase(phase, reason);
}

CCSIM_EXPORT("own_random") std::int64_t own_random(void* connection) {
  return static_cast<ccsim::ModuleHost*>(connection)->random_bits();
}

}  // extern "C"
