// Summaries as dicts with the names of ccsim/result.h, `_ns` as `_s`.
#pragma once

#include "bindings.h"
#include "ccsim/result.h"

namespace ccsim::python {

nb::dict flow_dict(const FlowSummary& flow);
nb::dict link_dict(const LinkSummary& link);
nb::dict fairness_dict(const FairnessSummary& fairness);

}  // namespace ccsim::python
