"""Behaviour of what was stored before it was stored beside the core's version.

Results of equal scenario, seed and behaviour version are equal. The number is the core's
(sim-core/include/ccsim/behaviour.h), raised when a run gives other numbers.
"""

from collections.abc import Mapping
from typing import Final

FIRST_BEHAVIOUR: Final = 1
# The one core of everything that was shipped when behaviour got its name.
FIRST_CORE: Final = "0.1.0+8935eb439cc1"


def behaviour_of(document: Mapping[str, object]) -> int | None:
    """Of a document that names its core; None: an older core, of which nothing is known."""
    found = document.get("behaviour_version")
    if isinstance(found, int):
        return found
    return FIRST_BEHAVIOUR if document.get("core_version") == FIRST_CORE else None
