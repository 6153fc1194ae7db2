"""A group of equal flows: where they run, which algorithm sends, what they carry."""

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field, model_validator

from lab_model.algorithms import algorithm_names, registry, traffic_kinds
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM, AlgorithmChoice
from lab_model.scenarios.base import Refusal, ScenarioModel, refuse
from lab_model.scenarios.components import (
    Component,
    component_models,
    one_of,
)
from lab_model.scenarios.hints import MILLISECONDS, SECONDS, seconds, whole
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.links import BOTTLENECK_ID, LinkId
from lab_model.scenarios.names import PRINTABLE
from lab_model.scenarios.transport import Receiver

Ecn = Literal["off", "classic", "accurate"]

TRAFFIC: Final = component_models(registry().traffic, Component, "Traffic", "Traffic")
"""What the application hands to the sender: the model of each kind."""

USUAL_TRAFFIC: Final = registry().traffic[0].name
"""What a flow sends unless it says otherwise: the first of the core's list."""
UNCONTROLLED: Final = traffic_kinds("datagrams")
"""Kinds without a connection, so without an algorithm."""

if TYPE_CHECKING:
    Traffic: TypeAlias = Component
else:
    Traffic = one_of(TRAFFIC.values())


class FlowGroup(ScenarioModel):
    """Equal flows, except for their random starts and losses."""

    label: Annotated[str, Field(max_length=LIMITS.max_label_length, title="Label"), PRINTABLE] = ""
    """Name in plots and tables; not part of the digest. Empty: the algorithm's name, numbered where
    several groups would have the same."""
    count: Annotated[
        int,
        whole("Flows", "flows", None, "log", ge=LIMITS.min_flow_count, le=LIMITS.max_flow_count),
    ] = 1
    """Number of flows; the limit also holds for all groups together."""
    rtt_s: Annotated[
        float, seconds("Base RTT", MILLISECONDS, "log", ge=LIMITS.min_rtt_s, le=LIMITS.max_rtt_s)
    ]
    """Two-way propagation delay from end to end, without transmission and queueing; at least twice
    the delay of the bottleneck."""
    start_s: Annotated[float, seconds("Start", SECONDS, ge=0, le=LIMITS.max_duration_s)] = 0.0
    """Earliest start; the start jitter is added."""
    stop_s: Annotated[
        float | None, seconds("Stop", SECONDS, ge=LIMITS.min_time_s, le=LIMITS.max_duration_s)
    ] = None
    """No new data after this time. Not set: the flow sends until the end of the run."""
    algorithm: Annotated[AlgorithmChoice, Field(title="Congestion control")]
    """Name and parameters. UDP traffic has none; then it may be left out."""
    traffic: Annotated[Traffic, Field(title="Traffic")] = TRAFFIC[USUAL_TRAFFIC](kind=USUAL_TRAFFIC)
    """What the application sends."""
    receiver: Annotated[Receiver, Field(title="Receiver")] = Receiver()
    """How the receiver acknowledges."""
    path: list[LinkId] = Field(
        default=[BOTTLENECK_ID], min_length=1, max_length=LIMITS.max_link_count, title="Path"
    )
    """The links that its data passes, in order: the bottleneck, further links, or both."""
    return_path: list[LinkId] = Field(
        default=[], max_length=LIMITS.max_link_count, title="Return path"
    )
    """The links that its ACKs pass, in order; an ACK has the size of the headers. Empty: ACKs meet
    no queue."""
    ecn: Annotated[Ecn | None, Field(title="ECN")] = None
    """Explicit congestion notification: off: packets cannot be marked; classic: the receiver echoes
    a mark until the window is reduced (RFC 3168); accurate: it reports how many packets came marked
    (RFC 8257, AccECN). Not set: what the algorithm asks for, as in Linux: accurate for
    DCTCP, Prague and a BBRv2 that reacts to marks, off for others. A queue marks only if it can
    and its own ECN is on."""

    @model_validator(mode="before")
    @classmethod
    def _has_none_without_connection(cls, data: Any) -> Any:
        traffic = data.get("traffic") if isinstance(data, dict) else None
        kind = traffic.get("kind") if isinstance(traffic, dict) else getattr(traffic, "kind", None)
        if isinstance(kind, str) and kind in UNCONTROLLED and "algorithm" not in data:
            return {**data, "algorithm": {"name": NO_ALGORITHM}}
        return data

    @model_validator(mode="after")
    def _algorithm_fits_traffic(self) -> "FlowGroup":
        name, kind = self.algorithm.name, self.traffic.kind
        location = ("algorithm", "name")
        if isinstance(kind, str) and kind in UNCONTROLLED and name != NO_ALGORITHM:
            requirement = f"must be '{NO_ALGORITHM}' with traffic '{kind}', which nothing controls"
            refuse("FlowGroup", [Refusal(location, name, requirement, [NO_ALGORITHM])])
        if kind not in UNCONTROLLED and name == NO_ALGORITHM:
            names = algorithm_names()
            without = " and ".join(f"'{each}'" for each in sorted(UNCONTROLLED))
            requirement = f"must be an algorithm with traffic '{kind}'; only {without} has none"
            refuse("FlowGroup", [Refusal(location, name, requirement, names)])
        return self

    @model_validator(mode="after")
    def _stops_after_start(self) -> "FlowGroup":
        if self.stop_s is not None and self.stop_s <= self.start_s:
            requirement = f"must be later than start_s ({self.start_s:.12g} s)"
            refuse("FlowGroup", [Refusal(("stop_s",), self.stop_s, requirement, self.start_s)])
        return self
