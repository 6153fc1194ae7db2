"""What every number and series of a run is called and means: one table for all.

What the core computes is declared in sim-core/include/ccsim and read from a committed file that
is generated from it (metrics.json); what is computed from that is declared in `derived`.
"""

from lab_model.metrics.declared import MetricDeclaration
from lab_model.metrics.quantities import Quantity
from lab_model.metrics.tables import (
    FLOW,
    FLOW_SERIES,
    GROUP,
    LINK,
    LINK_SERIES,
    QUEUE,
    SUMMARY,
    TABLES,
    UNIT_WORDS,
    unit_of,
)

__all__ = [
    "FLOW",
    "FLOW_SERIES",
    "GROUP",
    "LINK",
    "LINK_SERIES",
    "QUEUE",
    "SUMMARY",
    "TABLES",
    "UNIT_WORDS",
    "MetricDeclaration",
    "Quantity",
    "unit_of",
]
