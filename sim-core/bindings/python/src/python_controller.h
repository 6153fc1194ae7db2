// A controller that is written in Python: for a first idea in a notebook, much slower than a
// module.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings.h"
#include "ccsim/algorithm_module.h"

namespace ccsim::python {

class PythonController final : public ModuleInstance {
 public:
  // With the GIL. `functions` has a callable or None for each ModuleFunction.
  explicit PythonController(const nb::object& functions) {
    for (const nb::handle function : functions) functions_.push_back(nb::borrow(function));
  }
  ~PythonController() override {
    nb::gil_scoped_acquire lock;
    functions_.clear();
  }

  [[nodiscard]] bool has(ModuleFunction function) const override {
    return !functions_[static_cast<std::size_t>(function)].is_none();
  }
  // Its cost is not counted: it runs with all rights of its author.
  void begin_event() override {}

  [[nodiscard]] bool call(ModuleFunction function, std::span<std::int64_t> values) override {
    const auto place = static_cast<std::size_t>(function);
    const ModuleFunctionInfo& about = module_functions()[place];
    nb::gil_scoped_acquire lock;
    try {
      const auto count = static_cast<std::size_t>(about.argument_count);
      nb::list arguments;
      for (const std::int64_t value : values.first(count)) arguments.append(value);
      const nb::object answer = functions_[place](*arguments);
      return !about.has_result || take(answer, values[0]);
    } catch (const std::exception& error) {  // nb::python_error too
      problem_ = error.what();
      return false;
    }
  }
  [[nodiscard]] std::string problem() const override { return problem_; }

 private:
  bool take(const nb::object& answer, std::int64_t& into) {
    if (nb::isinstance<nb::int_>(answer) && nb::try_cast(answer, into)) return true;
    problem_ = "it answered " + nb::cast<std::string>(nb::repr(answer)) +
               "; the answer must be a whole number of 64 bits";
    return false;
  }

  std::vector<nb::object> functions_;
  std::string problem_;
};

}  // namespace ccsim::python
