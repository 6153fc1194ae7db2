"""All detectors, in the order in which what they find is shown."""

from collections.abc import Callable
from typing import Final

from lab_model.phenomena import (
    dominance,
    latecomer,
    loss_blind,
    min_rtt,
    missed_deadlines,
    other_bdp,
    probe_rtt,
    rtt_bias,
    small_buffer,
    starvation,
    timeouts,
    unequal_group,
    window_cap,
)
from lab_model.phenomena.evidence import Evidence
from lab_model.phenomena.phenomenon import Definition, Phenomenon

_DETECTORS: Final[tuple[tuple[Definition, Callable[[Evidence], list[Phenomenon]]], ...]] = (
    (starvation.DEFINITION, starvation.detect),
    (dominance.DEFINITION, dominance.detect),
    (unequal_group.DEFINITION, unequal_group.detect),
    (loss_blind.DEFINITION, loss_blind.detect),
    (rtt_bias.DEFINITION, rtt_bias.detect),
    (window_cap.DEFINITION, window_cap.detect),
    (missed_deadlines.DEFINITION, missed_deadlines.detect),
    (latecomer.DEFINITION, latecomer.detect),
    (min_rtt.DEFINITION, min_rtt.detect),
    (probe_rtt.DEFINITION, probe_rtt.detect),
    (timeouts.DEFINITION, timeouts.detect),
    (small_buffer.DEFINITION, small_buffer.detect),
    (other_bdp.DEFINITION, other_bdp.detect),
)

DEFINITIONS: Final = tuple(definition for definition, _detect in _DETECTORS)


def find_phenomena(evidence: Evidence) -> list[Phenomenon]:
    """Every phenomenon that the definitions find in a run."""
    return [found for _definition, detect in _DETECTORS for found in detect(evidence)]
