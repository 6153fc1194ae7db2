// How random loss strikes one flow in one direction. Each model is a file in `losses/` that
// describes itself for the registry.
#pragma once

#include <cstdint>
#include <memory>

#include "ccsim/components.h"

namespace ccsim {

class LossModel {
 public:
  virtual ~LossModel() = default;
  // Whether the flow's n-th transmission, counted from 0, is lost. Asked once for each n, in order.
  // The decision takes draw n of the model's streams, whatever happened before, so that two
  // algorithms meet the same luck.
  virtual bool loses(std::uint64_t n) = 0;
};

// The kind must exist (asserted).
[[nodiscard]] std::unique_ptr<LossModel> make_loss_model(const ComponentChoice& choice,
                                                         const LossContext& context);

}  // namespace ccsim
