"""All detectors, in the order in which what they find is shown."""

from collections.abc import Callable
from typing import Final

from lab_model.phenomena import latecomer, min_rtt, probe_rtt, small_buffer, starvation, timeouts
from lab_model.phenomena.evidence import Evidence
from lab_model.phenomena.phenomenon import Definition, Phenomenon

_DETECTORS: Final[tuple[tuple[Definition, Callable[[Evidence], list[Phenomenon]]], ...]] = (
    (starvation.DEFINITION, starvation.detect),
    (latecomer.DEFINITION, latecomer.detect),
    (min_rtt.DEFINITION, min_rtt.detect),
    (probe_rtt.DEFINITION, probe_rtt.detect),
    (timeouts.DEFINITION, timeouts.detect),
    (small_buffer.DEFINITION, small_buffer.detect),
)

DEFINITIONS: Final = tuple(definition for definition, _detect in _DETECTORS)


def find_phenomena(evidence: Evidence) -> list[Phenomenon]:
    """Every phenomenon that the definitions find in a run."""
    return [found for _definition, detect in _DETECTORS for found in detect(evidence)]
