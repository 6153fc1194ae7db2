// The core's list of algorithms. A name stands for a function `AlgorithmInfo describe_<name>()` in
// a folder below this one. Generated files keep the order of the list: add a name at its end.
// clang-format off: one name a line
#define CCSIM_ALGORITHMS(name) \
  name(newreno) \
  name(cubic) \
  name(bbr1) \
  name(bbr2) \
  name(fairtt) \
  name(scalable) \
  name(dctcp) \
  name(prague) \
  name(vegas) \
  name(westwood) \
  name(illinois) \
  name(highspeed) \
  name(bbr3) \
  name(da_bbr) \
  name(bbr_r_zheng) \
  name(bbr_acw) \
  name(bbq) \
  name(bbr_r_han) \
  name(bbr_gamma) \
  name(bbr_efra) \
  name(copa) \
  name(ledbatpp) \
  name(vivace) \
  name(bbr2plus_yang) \
  name(cdg) \
  /* end of the list */

// clang-format on

#include <algorithm>
#include <vector>

#include "ccsim/algorithm.h"

namespace ccsim {

#define CCSIM_DECLARE(name) AlgorithmInfo describe_##name();
CCSIM_ALGORITHMS(CCSIM_DECLARE)
#undef CCSIM_DECLARE

const std::vector<AlgorithmInfo>& algorithms() {
#define CCSIM_DESCRIBE(name) describe_##name(),
  static const std::vector<AlgorithmInfo> list = {CCSIM_ALGORITHMS(CCSIM_DESCRIBE)};
#undef CCSIM_DESCRIBE
  return list;
}

const AlgorithmInfo* find_algorithm(std::string_view name) {
  const auto& list = algorithms();
  const auto found = std::find_if(list.begin(), list.end(),
                                  [name](const AlgorithmInfo& info) { return info.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace ccsim
