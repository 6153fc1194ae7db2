"""Changes of the network, the receivers and the transport: queue, ECN, policer, jitter, held ACKs,
the return path, a change of the path, outages, initial window and handshake.
"""

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from lab_model.algorithms import find_algorithm, registry
from lab_model.english.names import listed
from lab_model.scenarios import Scenario, buffer_bytes
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM
from lab_model.scenarios.base import ScenarioModel
from lab_model.scenarios.bottleneck import Bottleneck, Buffer, Queue
from lab_model.scenarios.fair_shares import passing_share_ratio
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.hints import PACKETS, whole
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.links import all_links
from lab_model.scenarios.transport import Handshake
from lab_model.scenarios.units import number_text
from lab_model.what_if.altered import (
    ImpossibleAlterationError,
    altered,
    at_bottleneck,
    with_fixed_buffers,
)

_ON_THE_WAY_BACK: Final[tuple[tuple[str, Callable[[Bottleneck], bool]], ...]] = (
    ("loss", lambda link: link.loss.kind != "none" or bool(link.loss_schedule)),
    ("jitter", lambda link: link.jitter_s > 0),
    ("outage", lambda link: bool(link.outages)),
    ("change of path", lambda link: bool(link.delay_schedule)),
)
"""What a link may do to packets beside queueing them."""

_HANDSHAKES: Final[dict[Handshake, str]] = {
    "tcp": "TCP handshake",
    "tcp_tls13": "Handshake of TCP and TLS 1.3",
    "quic_0rtt": "No handshake (QUIC 0-RTT)",
}


class OtherQueue(ScenarioModel):
    """The bottleneck has another queue discipline; the buffer keeps its size."""

    kind: Literal["other_queue"]
    queue: Annotated[Queue, Field(title="Queue")]
    """Discipline and parameters."""

    def title(self, base: Scenario) -> str:
        """`Queue FQ-CoDel`."""
        return f"Queue {_queue_title(self.queue.kind)}{at_bottleneck(base)}"

    def apply(self, base: Scenario) -> Scenario:
        """Everything else stays."""
        return altered(base, bottleneck=altered(base.bottleneck, queue=self.queue))


class OtherEcn(ScenarioModel):
    """The bottleneck marks packets of all flows instead of dropping them, or marks none."""

    kind: Literal["other_ecn"]
    is_on: Annotated[bool, Field(title="ECN")]

    def title(self, base: Scenario) -> str:
        """`With ECN`."""
        return f"With ECN{at_bottleneck(base)}" if self.is_on else "Without ECN"

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""
        if not self.is_on:
            if not uses_ecn(base):
                raise ImpossibleAlterationError("no flow of the scenario uses ECN")
            return altered(base, flows=[_with_ecn(group, "off") for group in base.flows])
        if not can_mark(base):
            raise ImpossibleAlterationError("the queue of the bottleneck can not mark packets")
        queue = base.bottleneck.queue
        if "ecn" in queue.parameters():
            queue = altered(queue, ecn=True)
        controlled = [group for group in base.flows if group.algorithm.name != NO_ALGORITHM]
        if not controlled:
            raise ImpossibleAlterationError("datagrams do not use ECN")
        if queue == base.bottleneck.queue and all(map(_asks_for_ecn, controlled)):
            raise ImpossibleAlterationError("all flows use ECN")
        flows = [
            group if _asks_for_ecn(group) else _with_ecn(group, "classic") for group in base.flows
        ]
        return altered(base, bottleneck=altered(base.bottleneck, queue=queue), flows=flows)


class NoPolicer(ScenarioModel):
    """Links that discard what exceeds a rate pass all that they can send, and queue the rest."""

    kind: Literal["no_policer"]

    def title(self, base: Scenario) -> str:
        """`Without the policer`."""
        links = (base.bottleneck, *base.links)
        count = sum(passing_share_ratio(link) is not None for link in links)
        return "Without the policer" if count <= 1 else f"Without the {count} policers"

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""

        def change(link: Bottleneck) -> dict[str, Any]:
            return {} if passing_share_ratio(link) is None else {"queue": {"kind": "droptail"}}

        return with_links(base, change, "the scenario has no policer")


class NoJitter(ScenarioModel):
    """Every packet takes as long as the path is."""

    kind: Literal["no_jitter"]

    def title(self, _base: Scenario) -> str:
        """`No jitter`."""
        return "No jitter"

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""

        def change(link: Bottleneck) -> dict[str, Any]:
            return {"jitter_s": 0.0, "jitter_reorders": False} if link.jitter_s else {}

        return with_links(base, change, "no link of the scenario has jitter")


class NoReordering(ScenarioModel):
    """Jitter stays, but packets do not overtake each other."""

    kind: Literal["no_reordering"]

    def title(self, _base: Scenario) -> str:
        """`No reordering`."""
        return "No reordering"

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""

        def change(link: Bottleneck) -> dict[str, Any]:
            overtakes = link.jitter_reorders and link.jitter_s > 0
            return {"jitter_reorders": False} if overtakes else {}

        return with_links(base, change, "no link of the scenario lets packets overtake")


class NoAckAggregation(ScenarioModel):
    """Receivers send each ACK when it is due."""

    kind: Literal["no_ack_aggregation"]

    def title(self, _base: Scenario) -> str:
        """`No ACK aggregation`."""
        return "No ACK aggregation"

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""
        if not any(group.receiver.ack_aggregation_s for group in base.flows):
            raise ImpossibleAlterationError("no receiver of the scenario collects ACKs")
        flows = [
            altered(group, receiver=altered(group.receiver, ack_aggregation_s=0.0))
            for group in base.flows
        ]
        return altered(base, flows=flows)


class FreeReturnPath(ScenarioModel):
    """ACKs pass no link: they meet neither its queue nor what else may hold or lose them there."""

    kind: Literal["free_return_path"]

    def title(self, base: Scenario) -> str:
        """`No queue for ACKs`, `No queue, loss and outage for ACKs`: all that goes."""
        passed = {link_id for group in base.flows for link_id in group.return_path}
        links = [link for name, link in all_links(base).items() if name in passed]
        gone = ["queue", *(word for word, has in _ON_THE_WAY_BACK if any(map(has, links)))]
        return f"No {listed(gone)} for ACKs"

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""
        if not any(group.return_path for group in base.flows):
            raise ImpossibleAlterationError("the ACKs of the scenario pass no link")
        flows = [altered(group, return_path=[]) for group in base.flows]
        return altered(with_fixed_buffers(base), flows=flows)


class NoPathChange(ScenarioModel):
    """Paths keep the length that they have at the start."""

    kind: Literal["no_path_change"]

    def title(self, _base: Scenario) -> str:
        """`The path keeps its first length`."""
        return "The path keeps its first length"

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""

        def change(link: Bottleneck) -> dict[str, Any]:
            # A step at 0 is the length at the start.
            first = [step for step in link.delay_schedule if step.at_s + step.ramp_s == 0]
            return {} if first == link.delay_schedule else {"delay_schedule": first}

        return with_links(base, change, "no path of the scenario changes")


class NoOutage(ScenarioModel):
    """Every link carries packets all the time."""

    kind: Literal["no_outage"]

    def title(self, _base: Scenario) -> str:
        """`No outage`."""
        return "No outage"

    def apply(self, base: Scenario) -> Scenario:
        """Of data and of ACKs. Raises `ImpossibleAlterationError`."""

        def change(link: Bottleneck) -> dict[str, Any]:
            return {"outages": []} if link.outages else {}

        return with_links(base, change, "no link of the scenario has an outage")


class OtherInitialWindow(ScenarioModel):
    """Every flow starts with another window."""

    kind: Literal["other_initial_window"]
    packets: Annotated[
        int, whole("Initial window", "packets", PACKETS, ge=1, le=LIMITS.max_initial_window_packets)
    ]

    def title(self, _base: Scenario) -> str:
        """`Initial window 32 packets`."""
        return f"Initial window {self.packets} packet{'' if self.packets == 1 else 's'}"

    def apply(self, base: Scenario) -> Scenario:
        """Everything else stays."""
        transport = altered(base.transport, initial_window_packets=self.packets)
        return altered(base, transport=transport)


class OtherHandshake(ScenarioModel):
    """Connections open in another way."""

    kind: Literal["other_handshake"]
    handshake: Annotated[Handshake, Field(title="Handshake of a connection")]

    def title(self, _base: Scenario) -> str:
        """`Handshake of TCP and TLS 1.3`."""
        return _HANDSHAKES[self.handshake]

    def apply(self, base: Scenario) -> Scenario:
        """Everything else stays."""
        return altered(base, transport=altered(base.transport, handshake=self.handshake))


class Neighbour(ScenarioModel):
    """A network that is nearly the same: one of its numbers a little larger or smaller."""

    kind: Literal["neighbour"]
    quantity: Annotated[Literal["rtt", "rate", "buffer"], Field(title="Quantity")]
    """Base RTTs of all flows, the rate of the bottleneck, or its buffer."""
    ratio: Annotated[float, Field(ge=0.9, le=1.1, title="Ratio to the original")]

    def title(self, base: Scenario) -> str:
        """`RTT +2%`; of a buffer what whole packets make of it."""
        if self.quantity == "rtt":
            return f"RTT {_change(self.ratio)}"
        if self.quantity == "rate":
            return f"Rate {_change(self.ratio)}{at_bottleneck(base)}"
        ratio = self._buffer_packets(base) * base.packet_bytes / buffer_bytes(base)
        return f"Buffer {_change(ratio)}{at_bottleneck(base)}"

    def apply(self, base: Scenario) -> Scenario:
        """Buffers keep their bytes unless one is what changes, by a packet at least; a schedule of
        rates changes with the rate. Raises `ImpossibleAlterationError` for the rate of a trace and
        for less than one packet.
        """
        if self.quantity == "rate" and base.bottleneck.trace.opportunities_ms:
            raise ImpossibleAlterationError("the bottleneck sends at the times of its trace")
        base = with_fixed_buffers(base)
        size_bytes = buffer_bytes(base)
        rate_bps = base.bottleneck.rate_bps
        steps = base.bottleneck.rate_schedule
        flows: list[FlowGroup] = list(base.flows)
        match self.quantity:
            case "rtt":
                flows = [
                    altered(group, rtt_s=float(f"{group.rtt_s * self.ratio:.9g}"))
                    for group in base.flows
                ]
            case "rate":
                rate_bps = round(rate_bps * self.ratio)
                steps = [
                    altered(step, rate_bps=round(step.rate_bps * self.ratio)) for step in steps
                ]
            case "buffer":
                size_bytes = self._buffer_packets(base) * base.packet_bytes
        buffer = Buffer(amount=size_bytes, unit="bytes")
        bottleneck = altered(base.bottleneck, rate_bps=rate_bps, rate_schedule=steps, buffer=buffer)
        return altered(base, bottleneck=bottleneck, flows=flows)

    def _buffer_packets(self, base: Scenario) -> int:
        before = buffer_bytes(base) // base.packet_bytes
        if self.ratio == 1:
            return before
        away = max(round(before * abs(self.ratio - 1)), 1)
        after = before + away if self.ratio > 1 else before - away
        if after < 1:
            raise ImpossibleAlterationError("the buffer of the bottleneck is one packet")
        return after


def _change(ratio: float) -> str:
    percent = float(f"{100 * abs(ratio - 1):.3g}")
    return f"{'+' if ratio >= 1 else '−'}{number_text(percent)}%"


NEAR: Final = (0.98, 1.02)
NEIGHBOURS: Final = tuple(
    Neighbour(kind="neighbour", quantity=quantity, ratio=ratio)
    for quantity in ("rtt", "rate", "buffer")
    for ratio in NEAR
)
"""What is asked where seeds agree too well."""

NetworkAlteration = (
    Neighbour
    | OtherQueue
    | OtherEcn
    | NoPolicer
    | NoJitter
    | NoReordering
    | NoAckAggregation
    | FreeReturnPath
    | NoPathChange
    | NoOutage
    | OtherInitialWindow
    | OtherHandshake
)

PLAIN: Final[tuple[NetworkAlteration, ...]] = (
    NoPolicer(kind="no_policer"),
    NoJitter(kind="no_jitter"),
    NoReordering(kind="no_reordering"),
    NoAckAggregation(kind="no_ack_aggregation"),
    FreeReturnPath(kind="free_return_path"),
    NoPathChange(kind="no_path_change"),
    NoOutage(kind="no_outage"),
)
"""Those without a value of their own."""


def uses_ecn(base: Scenario) -> bool:
    """A flow uses it, as it is set or as its algorithm asks, and the bottleneck marks."""
    asks = any(_asks_for_ecn(group) for group in base.flows)
    return asks and can_mark(base) and base.bottleneck.queue.parameters().get("ecn") is not False


def _asks_for_ecn(group: FlowGroup) -> bool:
    """As it is set; else as its algorithm asks: all that go by marks, and those whose parameter
    says so.
    """
    if group.ecn is not None:
        return group.ecn != "off"
    known = find_algorithm(group.algorithm.name)
    reacts = group.algorithm.parameters.get("ecn") is True
    return known is not None and (known.family == "marks" or reacts)


def can_mark(base: Scenario) -> bool:
    """The queue of the bottleneck can mark packets instead of dropping them."""
    kind = base.bottleneck.queue.kind
    return any(queue.name == kind and queue.can_mark for queue in registry().queues)


def _queue_title(kind: str) -> str:
    return next((queue.title for queue in registry().queues if queue.name == kind), kind)


def _with_ecn(group: FlowGroup, ecn: str) -> FlowGroup:
    if group.algorithm.name == NO_ALGORITHM:
        return group
    return altered(group, ecn=ecn)


def with_links(
    base: Scenario, change: Callable[[Bottleneck], dict[str, Any]], nothing: str
) -> Scenario:
    """Every link changed. Raises `ImpossibleAlterationError` with `nothing` if none changes."""
    changes = [change(link) for link in (base.bottleneck, *base.links)]
    if not any(changes):
        raise ImpossibleAlterationError(nothing)
    first, *rest = changes
    return altered(
        base,
        bottleneck=altered(base.bottleneck, **first),
        links=[altered(link, **fields) for link, fields in zip(base.links, rest, strict=True)],
    )
