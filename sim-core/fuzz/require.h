// What a fuzz target demands. A violation ends the process, which is what a fuzzer looks for.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace ccsim::fuzz {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: violated: %s\n", what);
  std::abort();
}

}  // namespace ccsim::fuzz
