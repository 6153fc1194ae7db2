"""The declaration of a module, in the form that the core takes."""

from typing import Final

import ccsim

from lab_model.modules import ModuleDescription

_FEEDBACK: Final = {
    "off": ccsim.EcnFeedback.OFF,
    "classic": ccsim.EcnFeedback.CLASSIC,
    "accurate": ccsim.EcnFeedback.ACCURATE,
    "l4s": ccsim.EcnFeedback.ACCURATE,
}


def core_declaration(description: ModuleDescription) -> tuple[object, ...]:
    """The argument `declared` of the core."""
    return (
        description.name,
        description.title,
        [
            (item.name, item.description, item.default, item.minimum, item.maximum)
            for item in description.parameters
        ],
        [(item.name, item.description, item.divisor) for item in description.series],
        description.phases,
        description.reasons,
        _FEEDBACK[description.ecn],
        description.ecn == "l4s",
        description.recovery == "prr",
    )
