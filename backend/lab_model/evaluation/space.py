"""The situations that are searched: a plain one, and the values that each of its settings may have.

A candidate is a position in each setting's list. The plain situation has none but defaults, and how
many settings differ from it is how simple a situation is.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lab_model.algorithms import registry

Json = dict[str, Any]
Candidate = tuple[int, ...]

DURATION_S: Final = 40.0
WARMUP_S: Final = 10.0
"""Start-up is not judged: both groups have begun by then and have had some round trips."""

_MS: Final = 1e-3
_SHOWN_UNITS: Final = {"bit/s": ("Mbit/s", 1e6), "s": ("ms", _MS)}


@dataclass(frozen=True)
class Setting:
    """One thing that may differ from the plain situation."""

    name: str
    """The name that `--keep` takes."""
    title: str
    values: tuple[Any, ...]
    """In rising order, if they have one."""
    default: int
    """Position of the plain value."""
    put: Callable[[Json, Any], None]
    """Writes a value that is not the plain one into a scenario."""
    is_ordered: bool = True
    """False: no value lies between two others."""

    def shown(self, position: int) -> str:
        """The value in words."""
        value = self.values[position]
        return f"{value:g}" if isinstance(value, float) else str(value)

    def in_words(self, position: int) -> str:
        """The setting and its value, in the unit that people read: `rate 50 Mbit/s`."""
        title, _, unit = self.title.partition(", ")
        value = self.values[position]
        shown_unit, units_per_shown = _SHOWN_UNITS.get(unit, (unit, 1))
        if unit == "s" and value >= 1:
            shown_unit, units_per_shown = unit, 1
        text = value if isinstance(value, str) else f"{value / units_per_shown:g}"
        return f"{title} {text} {shown_unit}".rstrip()


def _in_bottleneck(name: str) -> Callable[[Json, Any], None]:
    def put(scenario: Json, value: Any) -> None:
        scenario["bottleneck"][name] = value

    return put


def _in_group(group: int, name: str) -> Callable[[Json, Any], None]:
    def put(scenario: Json, value: Any) -> None:
        scenario["flows"][group][name] = value

    return put


def _in_receivers(name: str) -> Callable[[Json, Any], None]:
    def put(scenario: Json, value: Any) -> None:
        for group in scenario["flows"]:
            group.setdefault("receiver", {})[name] = value

    return put


def _put_buffer(scenario: Json, value: float) -> None:
    scenario["bottleneck"]["buffer"] = {"amount": value, "unit": "bdp"}


def _put_queue(scenario: Json, kind: str) -> None:
    scenario["bottleneck"]["queue"] = {"kind": kind}


def _put_loss(scenario: Json, probability: float) -> None:
    scenario["bottleneck"]["loss"] = {"kind": _independent_loss(), "probability": probability}


def _independent_loss() -> str:
    """The loss model that one probability describes."""
    return next(
        entry.name
        for entry in registry().losses
        if [parameter.name for parameter in entry.parameters] == ["probability"]
    )


def _queues() -> tuple[str, ...]:
    """The kinds that need no setting of their own, the plain one first."""
    return tuple(entry.name for entry in registry().queues)


SETTINGS: Final = (
    Setting(
        "rate",
        "rate, bit/s",
        (1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000),
        3,
        _in_bottleneck("rate_bps"),
    ),
    Setting(
        "rtt_a",
        "base RTT of A, s",
        tuple(value * _MS for value in (5, 10, 20, 40, 80, 160, 320)),
        3,
        _in_group(0, "rtt_s"),
    ),
    Setting(
        "rtt_b",
        "base RTT of B, s",
        tuple(value * _MS for value in (5, 10, 20, 40, 80, 160, 320)),
        3,
        _in_group(1, "rtt_s"),
    ),
    Setting("buffer", "buffer, BDP", (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0), 3, _put_buffer),
    Setting("queue", "queue", _queues(), 0, _put_queue, is_ordered=False),
    Setting("loss", "random loss", (0.0, 0.0001, 0.001, 0.003, 0.01, 0.03), 0, _put_loss),
    Setting("count_a", "flows of A", (1, 2, 5, 10), 0, _in_group(0, "count")),
    Setting("count_b", "flows of B", (1, 2, 5, 10), 0, _in_group(1, "count")),
    Setting("start_a", "start of A, s", (0.0, 2.0, 5.0), 0, _in_group(0, "start_s")),
    Setting("start_b", "start of B, s", (0.0, 2.0, 5.0), 0, _in_group(1, "start_s")),
    Setting(
        "jitter", "jitter of the link, s", (0.0, 0.001, 0.005, 0.02), 0, _in_bottleneck("jitter_s")
    ),
    Setting(
        "ack_aggregation",
        "ACK aggregation, s",
        (0.0, 0.005, 0.02, 0.05),
        0,
        _in_receivers("ack_aggregation_s"),
    ),
    Setting("ack_every", "packets per ACK", (1, 2, 4, 8), 1, _in_receivers("ack_every_packets")),
)

PLAIN: Final[Candidate] = tuple(setting.default for setting in SETTINGS)


def differing(candidate: Candidate) -> list[int]:
    """Positions of the settings that are not plain."""
    return [index for index, position in enumerate(candidate) if position != PLAIN[index]]


def scenario_data(candidate: Candidate, first: Json, second: Json) -> Json:
    """The scenario of a candidate, with `first` as the algorithm of A and `second` of B."""
    groups = [
        {"label": label, "rtt_s": 40 * _MS, "algorithm": algorithm}
        for label, algorithm in (("A", first), ("B", second))
    ]
    scenario: Json = {
        "version": 1,
        "name": f"{first['name']} beside {second['name']}",
        "duration_s": DURATION_S,
        "warmup_s": WARMUP_S,
        "bottleneck": {"rate_bps": 10_000_000},
        "flows": groups,
    }
    for index in differing(candidate):
        SETTINGS[index].put(scenario, SETTINGS[index].values[candidate[index]])
    return scenario


def drawn(generator: random.Random, free: Sequence[int], most_differing: int) -> Candidate:
    """A candidate with one to `most_differing` of the free settings not plain."""
    count = generator.randint(1, min(most_differing, len(free)))
    candidate = list(PLAIN)
    for index in generator.sample(free, count):
        others = [p for p in range(len(SETTINGS[index].values)) if p != PLAIN[index]]
        candidate[index] = generator.choice(others)
    return tuple(candidate)


def changed(generator: random.Random, free: Sequence[int], candidate: Candidate) -> Candidate:
    """The candidate with one or two free settings moved: to a neighbour, or anywhere."""
    moved = list(candidate)
    for index in generator.sample(free, generator.randint(1, min(2, len(free)))):
        last = len(SETTINGS[index].values) - 1
        if generator.random() < 0.5:
            step = generator.choice((-1, 1))
            moved[index] = min(last, max(0, moved[index] + step))
        else:
            moved[index] = generator.randint(0, last)
    return tuple(moved)


def simpler(candidate: Candidate) -> list[Candidate]:
    """Candidates one step nearer to the plain situation: each setting plain, then each setting
    half of the way there, and a step there.
    """
    found: list[Candidate] = []
    for index in differing(candidate):
        position, plain = candidate[index], PLAIN[index]
        between = (plain + (position - plain) // 2, position - _sign(position - plain))
        for nearer in (plain, *(between if SETTINGS[index].is_ordered else ())):
            moved = (*candidate[:index], nearer, *candidate[index + 1 :])
            if moved != candidate and moved not in found:
                found.append(moved)
    return found


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def distance(candidate: Candidate) -> tuple[int, int]:
    """How far from the plain situation: settings that differ, then steps of ordered values."""
    steps = sum(abs(position - PLAIN[index]) for index, position in enumerate(candidate))
    return len(differing(candidate)), steps
