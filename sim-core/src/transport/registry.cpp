// Kinds of traffic, here and nowhere else. A name stands for a function
// `TrafficInfo describe_<name>()` in `traffic/<name>.cpp`. Generated files keep the order of the
// list: add a name at its end.
// clang-format off: one name a line
#define CCSIM_TRAFFIC(name) \
  name(bulk) \
  name(transfer) \
  name(poisson_transfers) \
  name(on_off) \
  name(rate_limited) \
  name(media) \
  name(udp) \
  name(barrier_transfers) \
  /* end of the list */

// clang-format on

#include "ccsim/components.h"
#include "engine/assert.h"
#include "transport/traffic_source.h"

namespace ccsim {

#define CCSIM_DECLARE(name) TrafficInfo describe_##name();
#define CCSIM_DESCRIBE(name) describe_##name(),

CCSIM_TRAFFIC(CCSIM_DECLARE)

const std::vector<TrafficInfo>& traffic_kinds() {
  static const std::vector<TrafficInfo> list = {CCSIM_TRAFFIC(CCSIM_DESCRIBE)};
  return list;
}

std::unique_ptr<TrafficSource> make_traffic(const ComponentChoice& choice,
                                            const TrafficContext& context) {
  const TrafficInfo* info = find_component(traffic_kinds(), choice.kind);
  CCSIM_ASSERT(info != nullptr && info->make != nullptr);
  return info->make(traffic_parameters(choice), context);
}

ParameterSet traffic_parameters(const ComponentChoice& choice) {
  const TrafficInfo* info = find_component(traffic_kinds(), choice.kind);
  CCSIM_ASSERT(info != nullptr);
  return {info->parameters, choice.parameters};
}

}  // namespace ccsim
