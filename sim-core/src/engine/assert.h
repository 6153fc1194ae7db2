// CCSIM_ASSERT is always on: a broken invariant must not become a number in a paper.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace ccsim {

[[noreturn]] inline void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, condition);
  std::abort();
}

}  // namespace ccsim

#define CCSIM_ASSERT(condition)                      \
  (__builtin_expect(static_cast<bool>(condition), 1) \
       ? static_cast<void>(0)                        \
       : ::ccsim::assertion_failed(#condition, __FILE__, __LINE__))
