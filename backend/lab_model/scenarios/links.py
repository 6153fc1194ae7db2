"""Links beside the bottleneck, and the paths of flows and ACKs over them."""

from typing import TYPE_CHECKING, Annotated, Final

from pydantic import Field

from lab_model.patterns import form_in_words
from lab_model.scenarios.base import Refusal
from lab_model.scenarios.bottleneck import Bottleneck

if TYPE_CHECKING:
    from lab_model.scenarios.flows import FlowGroup
    from lab_model.scenarios.scenario import Scenario

BOTTLENECK_ID: Final = "bottleneck"
"""What paths call the link that every scenario has."""

_ID: Final = form_in_words(
    r"^[a-z0-9][a-z0-9_-]{0,39}$",
    "must be 1 to 40 lower-case letters, digits, hyphens and underscores, and begin with a letter "
    "or digit",
)
LinkId = Annotated[str, Field(pattern=_ID, title="Name in paths")]


class Link(Bottleneck):
    """A further link with a queue of its own. Data or ACKs meet it where a path names it."""

    id: LinkId
    """Its name in the paths of flows. No two links have the same; bottleneck is taken."""
    ack_filter: Annotated[bool, Field(title="Filter ACKs")] = False
    """When on, a new ACK replaces an older one of its flow that waits in the queue (RFC 3449
    5.2.1), as cable modems and CAKE do."""


def all_links(scenario: "Scenario") -> dict[str, Bottleneck]:
    """Every link by its name in paths, the bottleneck first."""
    return {BOTTLENECK_ID: scenario.bottleneck, **{link.id: link for link in scenario.links}}


def passes(group: "FlowGroup", link_id: str) -> bool:
    """Whether the group's data or ACKs pass the link."""
    return link_id in group.path or link_id in group.return_path


def link_refusals(scenario: "Scenario") -> list[Refusal]:
    """What is wrong with the links' names and the paths over them."""
    refusals = []
    seen = {BOTTLENECK_ID}
    for index, link in enumerate(scenario.links):
        if link.id in seen:
            requirement = "must be a name that no other link has"
            refusals.append(Refusal(("links", index, "id"), link.id, requirement, sorted(seen)))
        seen.add(link.id)
    for index, group in enumerate(scenario.flows):
        refusals += _path(index, "path", group.path, seen)
        refusals += _path(index, "return_path", group.return_path, seen)
    return refusals or _delays(scenario)


def _path(index: int, name: str, path: list[str], known: set[str]) -> list[Refusal]:
    refusals = []
    for place, link_id in enumerate(path):
        location: tuple[str | int, ...] = ("flows", index, name, place)
        if link_id not in known:
            requirement = f"must be one of the links: {', '.join(sorted(known))}"
            refusals.append(Refusal(location, link_id, requirement, sorted(known)))
        elif link_id in path[:place]:
            requirement = "must be in the path once only"
            refusals.append(Refusal(location, link_id, requirement, None))
    return refusals


def _delays(scenario: "Scenario") -> list[Refusal]:
    """Half of a flow's RTT lies on either way; the delays of the links are a part of it."""
    links = all_links(scenario)
    refusals = []
    for index, group in enumerate(scenario.flows):
        for name, path in (("path", group.path), ("return_path", group.return_path)):
            least_rtt_s = 2 * sum(links[link_id].delay_s for link_id in path)
            if group.rtt_s >= least_rtt_s:
                continue
            what = "bottleneck.delay_s" if path == [BOTTLENECK_ID] else f"the delays of its {name}"
            requirement = f"must be at least twice {what} ({least_rtt_s:.12g} s)"
            location = ("flows", index, "rtt_s")
            refusals.append(Refusal(location, group.rtt_s, requirement, least_rtt_s))
            break
    return refusals
