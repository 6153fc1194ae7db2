"""What algorithms declare of themselves beside the core's registry: texts of rules for delays, and
what else explanations and offers have to know of one. The only place besides registry.json that
has their names.
"""

from typing import Final, NamedTuple


class DelayRule(NamedTuple):
    """How a window or a rate follows delays. Words may hold parameters of the flow in braces."""

    words: str
    seen: tuple[str, str] | None = None
    """A series of the algorithm, and how its mean over time is said behind the words."""
    knows_empty_path: bool = True
    """Whether it compares RTTs with that of the empty path, not with one another."""
    off_words: str = ""
    """When it is off, as a sentence behind a space."""


DELAY_RULES: Final = {
    "vegas": DelayRule(
        "Once per round trip it takes window x (RTT / base RTT - 1) for the number of its packets "
        "in the queue, and adds a packet below {alpha_packets}, takes one off above {beta_packets}",
        ("diff_packets", "; on average it counts {}"),
        off_words=(
            " While packets are lost or come out of order, and in rounds with few samples, its "
            "rule for delays is off: it then grows as Reno does."
        ),
    ),
    "copa": DelayRule(
        "It moves its window towards a target rate of one packet per delta x queueing delay",
        ("delta_ratio", "; delta, which falls while the queue never empties, is {} on average"),
    ),
    "ledbatpp": DelayRule(
        "It grows while it measures a queueing delay below its target of {target_s} and gives way "
        "above it",
        ("queueing_delay_s", "; averaged over time it measures {}"),
    ),
    "vivace": DelayRule(
        "It tries rates around the one that it has, and moves to where its utility is highest: "
        "more throughput counts for it, a growing RTT and losses against it",
        knows_empty_path=False,
    ),
    "cdg": DelayRule(
        "Once per round trip it reduces its window to {backoff_beta_ratio}, with a probability "
        "that rises with the growth of its RTTs",
        knows_empty_path=False,
    ),
}

LOSS_BLIND: Final = frozenset({"bbr1"})
"""No loss changes their rate: BBRv1 conserves packets for a round and then has its window back."""

MOST_USED: Final = "cubic"
"""What most of the Internet sends by."""
BESIDE_MOST_USED: Final = "bbr2"
"""What is offered in place of the most used one."""


def delay_rule_of(algorithm: str) -> DelayRule | None:
    """None: its window does not follow delays."""
    return DELAY_RULES.get(algorithm)
