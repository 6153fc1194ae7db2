"""Chains of causes: why each flow of a run gets what it gets, from what the core recorded of its
decisions (sim-core/include/ccsim/cause.h). The rules are in docs/causes.md.
"""

from lab_model.causes.cases import flow_cases
from lab_model.causes.chain import chain_of
from lab_model.causes.facts import FlowCase
from lab_model.causes.schemas import FlowChain
from lab_model.causes.stale import states_of

__all__ = ["FlowCase", "FlowChain", "chain_of", "flow_cases", "states_of"]
