"""The parts of a scenario in a few words, as Python writes them: in the client, and in a notebook
of a page without a server. Everything else is given by its name in docs/scenario.md.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel

from lab_model.algorithms.registry import registry

Json = dict[str, Any]
BufferUnit = Literal["bdp", "packets", "bytes", "seconds"]


def copied(part: Any) -> Any:
    """A copy of a part of a scenario. Anything else is returned as it is: the check names it."""
    if isinstance(part, BaseModel):
        return part.model_dump(mode="json", by_alias=True)
    if isinstance(part, Mapping):
        return dict(part)
    is_several = isinstance(part, Iterable) and not isinstance(part, str)
    return [copied(each) for each in part] if is_several else part


def link(
    rate_bps: float,
    *,
    delay_s: float | None = None,
    buffer: Mapping[str, Any] | None = None,
    loss_probability: float | None = None,
    **settings: Any,
) -> Json:
    """The bottleneck. `delay_s` is one way; `loss_probability` that of each data packet.

    `settings` are further fields of a bottleneck: `queue`, `loss`, `rate_schedule`.
    """
    found: Json = {"rate_bps": rate_bps, **settings}
    if delay_s is not None:
        found["delay_s"] = delay_s
    if buffer is not None:
        found["buffer"] = copied(buffer)
    if loss_probability is not None:
        found["loss"] = {"kind": _random_loss(), "probability": loss_probability}
    return found


@cache
def _random_loss() -> str:
    """The loss model that a probability describes and nothing else."""
    return next(
        loss.name
        for loss in registry().losses
        if [each.name for each in loss.parameters] == ["probability"]
    )


def buffer(amount: float, unit: BufferUnit = "bdp", *, rtt_s: float | None = None) -> Json:
    """Room in front of the bottleneck; `rtt_s` makes one BDP (default: the smallest RTT)."""
    found: Json = {"amount": amount, "unit": unit}
    return found if rtt_s is None else {**found, "rtt_s": rtt_s}


def flow(
    algorithm: str,
    *,
    rtt_s: float,
    count: int = 1,
    label: str = "",
    parameters: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Json:
    """A group of `count` equal flows. `rtt_s` is propagation there and back, without any queue.

    `settings` are further fields of a flow group: `start_s`, `stop_s`, `traffic`, `receiver`.
    """
    chosen: Json = {"name": algorithm, "parameters": copied(parameters or {})}
    return {"algorithm": chosen, "rtt_s": rtt_s, "count": count, "label": label, **settings}
