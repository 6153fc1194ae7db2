"""A checked copy of a scenario, and why there is none; buffers that keep their bytes."""

from typing import Any, TypeVar

from lab_model.scenarios import Scenario
from lab_model.scenarios.base import ScenarioModel
from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.computed.derived import reference_rtt_s
from lab_model.scenarios.links import BOTTLENECK_ID

_Model = TypeVar("_Model", bound=ScenarioModel)
_Link = TypeVar("_Link", bound=Bottleneck)


class ImpossibleAlterationError(ValueError):
    """The scenario has nothing that could be altered so. The text says why."""


def altered(model: _Model, **fields: Any) -> _Model:
    """A checked copy with other fields. Raises pydantic's `ValidationError`."""
    kept = {name: getattr(model, name) for name in type(model).model_fields}
    return type(model).model_validate({**kept, **fields})


def with_fixed_buffers(base: Scenario) -> Scenario:
    """Buffers in BDPs of the shortest flow keep that flow's RTT, whichever flow leaves."""
    return altered(
        base,
        bottleneck=_fixed(base.bottleneck, reference_rtt_s(base, BOTTLENECK_ID)),
        links=[_fixed(link, reference_rtt_s(base, link.id)) for link in base.links],
    )


def _fixed(link: _Link, rtt_s: float) -> _Link:
    buffer = link.buffer
    if buffer.unit != "bdp" or buffer.rtt_s is not None:
        return link
    return altered(link, buffer=altered(buffer, rtt_s=rtt_s))
