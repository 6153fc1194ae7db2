#pragma once

namespace ccsim {

// Sanitizers look for bad memory and not for other numbers, and a run under them takes many times
// as long: tests that repeat one thing with other numbers do less of it there. Without sanitizers
// (`./lab test --quick` and `--full`) they do all of it.
#ifdef CCSIM_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace ccsim
