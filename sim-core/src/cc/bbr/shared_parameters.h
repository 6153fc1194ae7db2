// What flows with the same settings read is kept once: with many of them it stays in the cache.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

namespace ccsim {

// Controllers of several threads keep lists of their own. WebAssembly has one thread, and nothing
// that would end what belongs to it.
#ifdef __wasm__
#  define CCSIM_PER_THREAD static
#else
#  define CCSIM_PER_THREAD thread_local
#endif

// Those of another controller of this thread that are equal, else a copy. They end with the last
// controller that has them.
template <class Parameters>
[[nodiscard]] std::shared_ptr<const Parameters> shared_parameters(const Parameters& wanted) {
  CCSIM_PER_THREAD std::vector<std::weak_ptr<const Parameters>> known;
  for (const auto& each : known) {
    if (auto kept = each.lock(); kept != nullptr && *kept == wanted) return kept;
  }
  known.erase(
      std::remove_if(known.begin(), known.end(), [](const auto& each) { return each.expired(); }),
      known.end());
  auto copy = std::make_shared<const Parameters>(wanted);
  known.push_back(copy);
  return copy;
}

}  // namespace ccsim
