"""Changes of the network, the receivers and the transport: queue, ECN, policer, jitter, held ACKs,
the return path, a change of the path, outages, initial window and handshake.
"""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from lab_model.algorithms import registry
from lab_model.english.names import listed
from lab_model.scenarios import Scenario
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM
from lab_model.scenarios.base import ScenarioModel
from lab_model.scenarios.bottleneck import USUAL_QUEUE, Bottleneck, Queue
from lab_model.scenarios.computed.fair_shares import passing_share_ratio
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.hints import PACKETS, whole
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.links import BOTTLENECK_ID, Link, all_links
from lab_model.scenarios.marking import asks_for_ecn, can_mark, marks
from lab_model.scenarios.transport import Handshake
from lab_model.what_if.altered import ImpossibleAlterationError, altered, with_fixed_buffers
from lab_model.what_if.links import (
    Carried,
    LinkAlteration,
    LinkChoice,
    at_links,
    is_met,
    link_of,
    meets_loss,
    with_link,
)
from lab_model.what_if.neighbours import Neighbour

_ACKS: Final[Carried] = frozenset({"ack"})
_ON_THE_WAY_BACK: Final[tuple[tuple[str, Callable[[Bottleneck], bool]], ...]] = (
    ("loss", lambda link: any(meets_loss(link, _ACKS))),
    ("jitter", lambda link: link.jitter_s > 0),
    ("outage", lambda link: any(is_met(outage.direction, _ACKS) for outage in link.outages)),
    ("change of path", lambda link: bool(link.delay_schedule)),
    ("filter", lambda link: isinstance(link, Link) and link.ack_filter),
)
"""What a link may do to packets beside queueing them."""

_HANDSHAKES: Final[dict[Handshake, str]] = {
    "none": "Handshake that meets no queue",
    "tcp": "TCP handshake",
    "tcp_tls13": "Handshake of TCP and TLS 1.3",
    "quic_0rtt": "Data at once (QUIC 0-RTT)",
}


class OtherQueue(ScenarioModel):
    """A link has another queue discipline; the buffer keeps its size."""

    kind: Literal["other_queue"]
    queue: Annotated[Queue, Field(title="Queue")]
    """Discipline and parameters."""
    link_id: LinkChoice = BOTTLENECK_ID
    """Of which link."""

    def title(self, base: Scenario) -> str:
        """`Queue FQ-CoDel`."""
        return f"Queue {_queue_title(self.queue.kind)}{at_links(base, [self.link_id])}"

    def apply(self, base: Scenario) -> Scenario:
        """Everything else stays. Raises `ImpossibleAlterationError`."""
        return with_link(base, self.link_id, queue=self.queue)


class OtherEcn(ScenarioModel):
    """A link marks packets of the flows that pass it instead of dropping them; or no flow uses
    ECN, at any link.
    """

    kind: Literal["other_ecn"]
    is_on: Annotated[bool, Field(title="ECN")]
    link_id: LinkChoice = BOTTLENECK_ID
    """Which link marks, if `is_on`."""

    def title(self, base: Scenario) -> str:
        """`With ECN at link up`, `Without ECN`."""
        return f"With ECN{at_links(base, [self.link_id])}" if self.is_on else "Without ECN"

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""
        if not self.is_on:
            if not uses_ecn(base):
                raise ImpossibleAlterationError("no flow of the scenario uses ECN")
            return altered(base, flows=[_with_ecn(group, "off") for group in base.flows])
        queue = link_of(base, self.link_id).queue
        if not can_mark(queue):
            raise ImpossibleAlterationError(f"the queue of {self.link_id} cannot mark packets")
        marking = altered(queue, ecn=True) if "ecn" in queue.parameters() else queue
        passing = [group for group in base.flows if self.link_id in group.path]
        controlled = [group for group in passing if group.algorithm.name != NO_ALGORITHM]
        if not controlled:
            raise ImpossibleAlterationError("datagrams do not use ECN")
        if marking == queue and all(map(asks_for_ecn, controlled)):
            raise ImpossibleAlterationError("all flows use ECN")
        flows = [
            _with_ecn(group, "classic")
            if self.link_id in group.path and not asks_for_ecn(group)
            else group
            for group in base.flows
        ]
        return altered(with_link(base, self.link_id, queue=marking), flows=flows)


class NoPolicer(LinkAlteration):
    """Links that discard what exceeds a rate pass all that they can send, and queue the rest."""

    kind: Literal["no_policer"]
    nothing: ClassVar[str] = "the scenario has no policer"

    def title(self, base: Scenario) -> str:
        """`Without the policer`."""
        count = len(self.changes(base))
        return f"Without the policer{'' if count <= 1 else 's'}{self.where(base)}"

    def change(self, link: Bottleneck, carried: Carried) -> dict[str, Any]:
        """See `LinkAlteration`."""
        is_policer = carried and passing_share_ratio(link) is not None
        return {"queue": {"kind": USUAL_QUEUE}} if is_policer else {}


class NoJitter(LinkAlteration):
    """Every packet takes as long as the path is."""

    kind: Literal["no_jitter"]
    nothing: ClassVar[str] = "no link of the scenario has jitter"

    def title(self, base: Scenario) -> str:
        """`No jitter`."""
        return f"No jitter{self.where(base)}"

    def change(self, link: Bottleneck, carried: Carried) -> dict[str, Any]:
        """See `LinkAlteration`."""
        has_jitter = carried and link.jitter_s > 0
        return {"jitter_s": 0.0, "jitter_reorders": False} if has_jitter else {}


class NoReordering(LinkAlteration):
    """Jitter stays, but packets do not overtake each other."""

    kind: Literal["no_reordering"]
    nothing: ClassVar[str] = "no link of the scenario lets packets overtake"

    def title(self, base: Scenario) -> str:
        """`No reordering`."""
        return f"No reordering{self.where(base)}"

    def change(self, link: Bottleneck, carried: Carried) -> dict[str, Any]:
        """See `LinkAlteration`."""
        overtakes = carried and link.jitter_reorders and link.jitter_s > 0
        return {"jitter_reorders": False} if overtakes else {}


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
        """`No queue for ACKs at link up`, `No queue, loss and outage for ACKs at link up`: all that
        goes.
        """
        passed = {link_id for group in base.flows for link_id in group.return_path}
        links = {name: link for name, link in all_links(base).items() if name in passed}
        gone = [
            "queue",
            *(word for word, has in _ON_THE_WAY_BACK if any(map(has, links.values()))),
        ]
        return f"No {listed(gone)} for ACKs{at_links(base, list(links))}"

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""
        if not any(group.return_path for group in base.flows):
            raise ImpossibleAlterationError("the ACKs of the scenario pass no link")
        flows = [altered(group, return_path=[]) for group in base.flows]
        return altered(with_fixed_buffers(base), flows=flows)


class NoPathChange(LinkAlteration):
    """Paths keep the length that they have at the start."""

    kind: Literal["no_path_change"]
    nothing: ClassVar[str] = "no path of the scenario changes"

    def title(self, base: Scenario) -> str:
        """`The path keeps its first length`."""
        return f"The path keeps its first length{self.where(base)}"

    def change(self, link: Bottleneck, carried: Carried) -> dict[str, Any]:
        """See `LinkAlteration`."""
        # A step at 0 is the length at the start.
        first = [step for step in link.delay_schedule if step.at_s + step.ramp_s == 0]
        changes = carried and first != link.delay_schedule
        return {"delay_schedule": first} if changes else {}


class NoOutage(LinkAlteration):
    """Every link carries packets all the time."""

    kind: Literal["no_outage"]
    nothing: ClassVar[str] = "no link of the scenario has an outage"

    def title(self, base: Scenario) -> str:
        """`No outage`."""
        return f"No outage{self.where(base)}"

    def change(self, link: Bottleneck, carried: Carried) -> dict[str, Any]:
        """See `LinkAlteration`."""
        left = [outage for outage in link.outages if not is_met(outage.direction, carried)]
        return {} if left == link.outages else {"outages": left}


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
"""Alterations without a value of their own."""


def uses_ecn(base: Scenario) -> bool:
    """A flow uses it, as it is set or as its algorithm asks, and a link that it passes marks."""
    links = all_links(base)
    return any(
        marks(links[link_id].queue)
        for group in base.flows
        if asks_for_ecn(group)
        for link_id in group.path
    )


def _queue_title(kind: str) -> str:
    return next((queue.title for queue in registry().queues if queue.name == kind), kind)


def _with_ecn(group: FlowGroup, ecn: str) -> FlowGroup:
    if group.algorithm.name == NO_ALGORITHM:
        return group
    return altered(group, ecn=ecn)
