"""Networks that are nearly the same: what is asked where seeds agree too well."""

from typing import Annotated, Final, Literal

from pydantic import Field

from lab_model.scenarios import Scenario, buffer_bytes
from lab_model.scenarios.base import ScenarioModel
from lab_model.scenarios.bottleneck import Buffer
from lab_model.scenarios.links import BOTTLENECK_ID
from lab_model.scenarios.units import number_text
from lab_model.what_if.altered import ImpossibleAlterationError, altered, with_fixed_buffers
from lab_model.what_if.links import LinkChoice, at_links, link_of, with_link

NEAR: Final = (0.98, 1.02)


class Neighbour(ScenarioModel):
    """A network that is nearly the same: one of its numbers a little larger or smaller."""

    kind: Literal["neighbour"]
    quantity: Annotated[Literal["rtt", "rate", "buffer"], Field(title="Quantity")]
    """Base RTTs of all flows, the rate of a link, or its buffer."""
    ratio: Annotated[float, Field(ge=0.9, le=1.1, title="Ratio to the original")]
    link_id: LinkChoice = BOTTLENECK_ID
    """Of which link, where it is of one."""

    def title(self, base: Scenario) -> str:
        """`RTT +2%`; of a buffer what whole packets make of it."""
        if self.quantity == "rtt":
            return f"RTT {_change(self.ratio)}"
        where = at_links(base, [self.link_id])
        if self.quantity == "rate":
            return f"Rate {_change(self.ratio)}{where}"
        ratio = self._buffer_packets(base) * base.packet_bytes / buffer_bytes(base, self.link_id)
        return f"Buffer {_change(ratio)}{where}"

    def apply(self, base: Scenario) -> Scenario:
        """Buffers keep their bytes unless one is what changes, by a packet at least; a schedule of
        rates changes with the rate. Raises `ImpossibleAlterationError` for the rate of a trace and
        for less than one packet.
        """
        base = with_fixed_buffers(base)
        if self.quantity == "rtt":
            flows = [
                altered(group, rtt_s=float(f"{group.rtt_s * self.ratio:.9g}"))
                for group in base.flows
            ]
            return altered(self._in_bytes(base), flows=flows)
        link = link_of(base, self.link_id)
        if self.quantity == "buffer":
            size_bytes = self._buffer_packets(base) * base.packet_bytes
            return with_link(base, self.link_id, buffer=Buffer(amount=size_bytes, unit="bytes"))
        if link.trace.opportunities_ms:
            raise ImpossibleAlterationError(f"{self.link_id} sends at the times of its trace")
        steps = [
            altered(step, rate_bps=round(step.rate_bps * self.ratio)) for step in link.rate_schedule
        ]
        rate_bps = round(link.rate_bps * self.ratio)
        base = self._in_bytes(base)
        return with_link(base, self.link_id, rate_bps=rate_bps, rate_schedule=steps)

    def _in_bytes(self, base: Scenario) -> Scenario:
        """The buffer of the link has the same size, whatever its rate."""
        size_bytes = buffer_bytes(base, self.link_id)
        return with_link(base, self.link_id, buffer=Buffer(amount=size_bytes, unit="bytes"))

    def _buffer_packets(self, base: Scenario) -> int:
        before = buffer_bytes(base, self.link_id) // base.packet_bytes
        if self.ratio == 1:
            return before
        away = max(round(before * abs(self.ratio - 1)), 1)
        after = before + away if self.ratio > 1 else before - away
        if after < 1:
            raise ImpossibleAlterationError(f"the buffer of {self.link_id} is one packet")
        return after


def _change(ratio: float) -> str:
    percent = float(f"{100 * abs(ratio - 1):.3g}")
    return f"{'+' if ratio >= 1 else '−'}{number_text(percent)}%"


def neighbours(link_ids: list[str]) -> list[Neighbour]:
    """All RTTs, then rate and buffer of each link, each a little smaller and larger."""
    found = [Neighbour(kind="neighbour", quantity="rtt", ratio=ratio) for ratio in NEAR]
    for link_id in link_ids:
        found += [
            Neighbour(kind="neighbour", quantity="rate", ratio=ratio, link_id=link_id)
            for ratio in NEAR
        ]
        found += [
            Neighbour(kind="neighbour", quantity="buffer", ratio=ratio, link_id=link_id)
            for ratio in NEAR
        ]
    return found
