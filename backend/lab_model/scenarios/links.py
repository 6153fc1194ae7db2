"""Links beside the bottleneck, and which of them flows and ACKs pass."""

from collections.abc import Sequence
from typing import Annotated, Final, Protocol

from pydantic import Field

from lab_model.patterns import form_in_words
from lab_model.scenarios.bottleneck import Bottleneck

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


class WithLinks(Protocol):
    """A scenario, as far as links need to know it."""

    @property
    def bottleneck(self) -> Bottleneck:
        """The link that every scenario has."""

    @property
    def links(self) -> Sequence[Link]:
        """Further links."""


class WithPaths(Protocol):
    """A flow group, as far as links need to know it."""

    @property
    def path(self) -> Sequence[str]:
        """The links that its data passes."""

    @property
    def return_path(self) -> Sequence[str]:
        """The links that its ACKs pass."""


def all_links(scenario: WithLinks) -> dict[str, Bottleneck]:
    """Every link by its name in paths, the bottleneck first."""
    return {BOTTLENECK_ID: scenario.bottleneck, **{link.id: link for link in scenario.links}}


def passes(group: WithPaths, link_id: str) -> bool:
    """Whether the group's data or ACKs pass the link."""
    return link_id in group.path or link_id in group.return_path
