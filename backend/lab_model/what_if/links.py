"""Which links a question is of: those that bind flows, and those that do something to them."""

from abc import ABC, abstractmethod
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from lab_model.english.names import listed
from lab_model.scenarios import Scenario
from lab_model.scenarios.base import ScenarioModel
from lab_model.scenarios.bottleneck import Bottleneck, RandomLoss
from lab_model.scenarios.computed.fair_shares import FairShares, fair_shares, passing_bps
from lab_model.scenarios.links import BOTTLENECK_ID, LinkId, all_links
from lab_model.what_if.altered import ImpossibleAlterationError, altered

Direction = Literal["data", "ack"]
Carried = frozenset[Direction]
LinkChoice = Annotated[LinkId, Field(title="Link")]
NEARLY: Final = 0.999
"""A share of what a link lets pass that counts as all of it."""


def binding_links(base: Scenario) -> list[str]:
    """The links that bind flows by the definition of fair shares, those first that bind most flows
    for the longest time; then links whose ACKs are more than they let pass. Where nothing binds,
    because every flow has all that it asks for, the link that they load most.
    """
    shares = fair_shares(base)
    bound_s: dict[str, float] = dict.fromkeys(all_links(base), 0.0)
    for index, group in enumerate(base.flows):
        for link_id, time_s in shares.bound_s(index, base.warmup_s, base.duration_s).items():
            bound_s[link_id] += group.count * time_s
    # Sorting keeps the order of the scenario among equals.
    found = sorted(
        (link_id for link_id, time_s in bound_s.items() if time_s > 0),
        key=lambda link_id: -bound_s[link_id],
    )
    loads = {link_id: _load_ratio(base, link_id, shares) for link_id in bound_s}
    of_acks = [
        link_id
        for link_id, load_ratio in loads.items()
        if link_id not in found
        and load_ratio >= NEARLY
        and any(link_id in group.return_path for group in base.flows)
    ]
    return found + of_acks or [max(loads, key=lambda link_id: loads[link_id])]


def _load_ratio(base: Scenario, link_id: str, shares: FairShares) -> float:
    """What data and ACKs of flows at their fair shares are of what the link lets pass."""
    from_s, to_s = base.warmup_s, base.duration_s
    load_bps = 0.0
    for index, group in enumerate(base.flows):
        all_bps = group.count * shares.mean_bps(index, from_s, to_s)
        if link_id in group.path:
            load_bps += all_bps
        if link_id in group.return_path:
            each_bytes = group.receiver.ack_every_packets * base.packet_bytes
            load_bps += all_bps * base.header_bytes / each_bytes
    capacity_bps = passing_bps(all_links(base)[link_id], from_s, to_s)
    return load_bps / capacity_bps if capacity_bps > 0 else 0.0


def carried_by(base: Scenario, link_id: str) -> Carried:
    """Empty of a link that no flow passes. ACKs that pass no link meet what happens to ACKs at the
    bottleneck, if that is the only link of their data.
    """
    found: set[Direction] = set()
    for group in base.flows:
        if link_id in group.path:
            found.add("data")
        is_own = not group.return_path and group.path == [link_id] == [BOTTLENECK_ID]
        if link_id in group.return_path or is_own:
            found.add("ack")
    return frozenset(found)


def is_met(direction: str, carried: Carried) -> bool:
    """Whether an effect on `direction` (data, ACKs or both) meets something that is carried."""
    return bool(carried) if direction == "both" else direction in carried


def meets_loss(link: Bottleneck, carried: Carried) -> tuple[bool, bool]:
    """Whether some of its packets are lost at random: all the time, and for a time."""
    steps = link.loss_schedule
    return (
        isinstance(link.loss, RandomLoss) and is_met(link.loss.direction, carried),
        any(step.probability > 0 and is_met(step.direction, carried) for step in steps),
    )


def link_of(base: Scenario, link_id: str) -> Bottleneck:
    """Raises `ImpossibleAlterationError` if there is none of that name."""
    links = all_links(base)
    if link_id not in links:
        raise ImpossibleAlterationError(
            f"link_id is {link_id}; the links are {listed(list(links))}"
        )
    return links[link_id]


def with_link(base: Scenario, link_id: str, **fields: Any) -> Scenario:
    """One link changed. Raises `ImpossibleAlterationError` if there is none of that name."""
    link_of(base, link_id)
    return with_changes(base, {link_id: fields})


def with_changes(base: Scenario, changes: dict[str, dict[str, Any]]) -> Scenario:
    """Links with other fields, by name."""
    return altered(
        base,
        bottleneck=altered(base.bottleneck, **changes.get(BOTTLENECK_ID, {})),
        links=[altered(link, **changes.get(link.id, {})) for link in base.links],
    )


def at_links(base: Scenario, link_ids: list[str]) -> str:
    """` at link up`, ` at links bottleneck and up`; nothing where the scenario has one link."""
    if not base.links or not link_ids:
        return ""
    return f" at link{'' if len(link_ids) == 1 else 's'} {listed(link_ids)}"


class LinkAlteration(ScenarioModel, ABC):
    """Something that every link that a flow passes loses."""

    nothing: ClassVar[str]
    """Said where no link has it."""

    @abstractmethod
    def change(self, link: Bottleneck, carried: Carried) -> dict[str, Any]:
        """The fields of a link as they become; empty where it does no such thing to what it
        carries.
        """

    def apply(self, base: Scenario) -> Scenario:
        """Raises `ImpossibleAlterationError`."""
        changes = self.changes(base)
        if not changes:
            raise ImpossibleAlterationError(self.nothing)
        return with_changes(base, changes)

    def where(self, base: Scenario) -> str:
        """The links that change."""
        return at_links(base, list(self.changes(base)))

    def changes(self, base: Scenario) -> dict[str, dict[str, Any]]:
        """The changed fields of each link that changes."""
        found = {
            link_id: self.change(link, carried_by(base, link_id))
            for link_id, link in all_links(base).items()
        }
        return {link_id: fields for link_id, fields in found.items() if fields}
