"""The single changes that can be asked for, and the scenario that each one makes. Those of the
network and the transport are in network_alterations.py.

A change is one change: where the buffer is a multiple of the BDP of the shortest flow, its size
in bytes stays what it was when flows leave or get another RTT.
"""

import math
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from lab_model.english.numbers import count_of
from lab_model.scenarios import Scenario, flow_count
from lab_model.scenarios.algorithm_choice import AlgorithmChoice
from lab_model.scenarios.base import ScenarioModel
from lab_model.scenarios.bottleneck import Bottleneck, Buffer
from lab_model.scenarios.computed.derived import link_buffer_packets, reference_rtt_s
from lab_model.scenarios.group_names import algorithm_title, distinct_labels
from lab_model.scenarios.hints import MILLISECONDS, WHOLE_NUMBER, seconds
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.links import BOTTLENECK_ID
from lab_model.scenarios.units import number_text
from lab_model.what_if.altered import ImpossibleAlterationError, altered, with_fixed_buffers
from lab_model.what_if.links import (
    Carried,
    LinkAlteration,
    LinkChoice,
    at_links,
    link_of,
    meets_loss,
    with_link,
)
from lab_model.what_if.network_alterations import NetworkAlteration

GroupIndex = Annotated[int, Field(ge=0, lt=LIMITS.max_flow_count, title="Flow group"), WHOLE_NUMBER]

MAX_ALTERATIONS: Final = 12
"""The number of alterations that a table of answers shows."""

_SIGNIFICANT_DIGITS: Final = 4


class WithoutGroup(ScenarioModel):
    """The flows of one group are not there."""

    kind: Literal["without_group"]
    group_index: GroupIndex
    """Which group, from 0."""

    def title(self, base: Scenario) -> str:
        """`Without mouse`."""
        return f"Without {_name_of(base, self.group_index)}"

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""
        _require_group(base, self.group_index)
        if len(base.flows) == 1:
            raise ImpossibleAlterationError("the only flow group cannot be left out")
        flows = [group for index, group in enumerate(base.flows) if index != self.group_index]
        return altered(with_fixed_buffers(base), flows=flows)


class EqualRtts(ScenarioModel):
    """Every flow has the same base RTT."""

    kind: Literal["equal_rtts"]
    rtt_s: Annotated[
        float | None,
        seconds("Base RTT", MILLISECONDS, "log", ge=LIMITS.min_rtt_s, le=LIMITS.max_rtt_s),
    ] = None
    """Of all flows. Null: the mean over the flows."""

    def title(self, base: Scenario) -> str:
        """`Every RTT 30 ms`."""
        return f"Every RTT {_rounded(self._rtt_s(base) * 1e3)} ms"

    def apply(self, base: Scenario) -> Scenario:
        """The buffer keeps its bytes."""
        rtt_s = self._rtt_s(base)
        flows = [altered(group, rtt_s=rtt_s) for group in base.flows]
        return altered(with_fixed_buffers(base), flows=flows)

    def _rtt_s(self, base: Scenario) -> float:
        if self.rtt_s is not None:
            return self.rtt_s
        total_s = math.fsum(group.rtt_s * group.count for group in base.flows)
        return float(f"{total_s / flow_count(base):.12g}")


class NoRandomLoss(LinkAlteration):
    """Packets are lost in queues only, all the time: none at random, and none for a time."""

    kind: Literal["no_random_loss"]
    nothing: ClassVar[str] = "the scenario has no random loss"

    def title(self, base: Scenario) -> str:
        """`No random loss`."""
        return f"No random loss{self.where(base)}"

    def change(self, link: Bottleneck, carried: Carried) -> dict[str, Any]:
        """See `LinkAlteration`."""
        is_lossy, is_lossy_for_a_time = meets_loss(link, carried)
        fields: dict[str, Any] = {"loss": {"kind": "none"}} if is_lossy else {}
        return {**fields, "loss_schedule": []} if is_lossy_for_a_time else fields


class OtherAlgorithm(ScenarioModel):
    """The flows of one group send by another algorithm."""

    kind: Literal["other_algorithm"]
    group_index: GroupIndex
    """Which group, from 0."""
    algorithm: Annotated[AlgorithmChoice, Field(title="Congestion control")]
    """Name and parameters."""

    def title(self, base: Scenario) -> str:
        """`mouse on CUBIC`."""
        return f"{_name_of(base, self.group_index)} on {algorithm_title(self.algorithm.name)}"

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""
        _require_group(base, self.group_index)
        flows = list(base.flows)
        flows[self.group_index] = altered(flows[self.group_index], algorithm=self.algorithm)
        return altered(base, flows=flows)


class OtherBuffer(ScenarioModel):
    """The buffer of a link has another size."""

    kind: Literal["other_buffer"]
    buffer: Annotated[Buffer, Field(title="Buffer")]
    """Size and unit."""
    link_id: LinkChoice = BOTTLENECK_ID
    """Of which link."""

    def title(self, base: Scenario) -> str:
        """`Buffer 2 BDP of 25 ms (62 packets)`."""
        return f"Buffer {self._size(base)}{at_links(base, [self.link_id])}"

    def apply(self, base: Scenario) -> Scenario:
        """Everything else stays. Raises `ImpossibleAlterationError`."""
        return with_link(base, self.link_id, buffer=self.buffer)

    def _size(self, base: Scenario) -> str:
        after = self.apply(base)
        waiting = count_of(link_buffer_packets(after, self.link_id), "packet")
        if link_of(base, self.link_id).trace.opportunities_ms:
            # The BDP and the time would be those of a rate at which the link does not send.
            return waiting
        match self.buffer.unit:
            case "bdp":
                rtt = _rounded(reference_rtt_s(after, self.link_id) * 1e3)
                return f"{number_text(self.buffer.amount)} BDP of {rtt} ms ({waiting})"
            case "seconds":
                return f"{_rounded(self.buffer.amount * 1e3)} ms ({waiting})"
            case "packets":
                return waiting
            case "bytes":
                return f"{_thousands(self.buffer.amount)} bytes ({waiting})"


Alteration = Annotated[
    WithoutGroup | EqualRtts | NoRandomLoss | OtherAlgorithm | OtherBuffer | NetworkAlteration,
    Field(discriminator="kind"),
]
"""One change of a scenario."""


def _require_group(base: Scenario, index: int) -> None:
    if index >= len(base.flows):
        raise ImpossibleAlterationError(
            f"group_index is {index}; the flow groups are 0 to {len(base.flows) - 1}"
        )


def _name_of(base: Scenario, index: int) -> str:
    _require_group(base, index)
    group = base.flows[index]
    label = distinct_labels([each.label for each in base.flows])[index] or f"group {index + 1}"
    return label if group.count == 1 else f"{label} ({group.count} flows)"


def _rounded(value: float) -> str:
    return number_text(float(f"{value:.{_SIGNIFICANT_DIGITS}g}"))


def _thousands(value: float) -> str:
    return f"{value:,.0f}" if value.is_integer() else number_text(value)
