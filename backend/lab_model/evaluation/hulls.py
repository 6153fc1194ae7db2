"""Where other implementations of the same algorithm lie: the range of their numbers in one
situation, measured once by running their own code (`./lab adapters`), and whether an algorithm is
within it. `hulls.json` ships; `./lab adapters --write` makes it.
"""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from importlib.resources import files
from typing import Any, Final

from lab_model.evaluation.change import HULL_NUMBERS as NUMBERS
from lab_model.evaluation.change import (
    LEAST_CHANGE,
    LEAST_STEPS,
    HullChange,
)
from lab_model.evaluation.situations import Situation
from lab_model.record import Record

DATA: Final = files("lab_model.evaluation").joinpath("hulls.json")


FORKS: Final = {"noq-proto": "quinn-proto"}
"""A package, and the one that it began as a fork of (github.com/n0-computer/noq, README)."""


class Hull(Record):
    """The range of other implementations in one situation."""

    situation: Situation
    seeds: list[int]
    low: dict[str, float]
    """By name of the number: the least mean over the seeds of any implementation."""
    high: dict[str, float]

    def holds(self, name: str, value: float) -> bool:
        """Whether a mean is in the range, or outside by less than what counts as a difference."""
        least = LEAST_STEPS[NUMBERS[name][-1]] if name != "goodput_bps" else 0.0
        low, high = self.low[name], self.high[name]
        below, above = (max(LEAST_CHANGE * abs(end), least) for end in (low, high))
        return low - below <= value <= high + above


class Hulls(Record):
    """Of one algorithm."""

    algorithm: str
    implementations: list[str]
    """Name and version of each package whose code was run."""
    hulls: list[Hull]

    def independent_count(self) -> int:
        """How many of the packages are no fork of another of them."""
        names = {each.partition(" ")[0] for each in self.implementations}
        return sum(FORKS.get(name) not in names for name in names)


@cache
def load_hulls() -> dict[str, Hulls]:
    """Hulls by name of the algorithm."""
    read = json.loads(DATA.read_bytes())
    scenarios = read["scenarios"]
    return {
        each["algorithm"]: Hulls(
            algorithm=each["algorithm"],
            implementations=each["implementations"],
            hulls=[
                Hull(
                    situation=_situation(title, scenarios[title]),
                    seeds=read["seeds"],
                    low=dict(zip(NUMBERS, lows, strict=True)),
                    high=dict(zip(NUMBERS, highs, strict=True)),
                )
                for title, (lows, highs) in each["hulls"].items()
            ],
        )
        for each in read["algorithms"]
    }


def _situation(title: str, scenario: dict[str, Any]) -> Situation:
    key = "".join(letter if letter.isalnum() else "-" for letter in title.lower())
    data = deepcopy(scenario)
    for flow in data["flows"]:
        flow["algorithm"] = None
    return Situation(
        id="hull-" + "-".join(filter(None, key.split("-"))),
        title=title,
        sentence=title,
        league=None,
        numbers=["utilisation_ratio"],
        scenario=data,
    )


def hull_numbers(results: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Means over the seeds: goodput and retransmissions of all flows together, and the mean of
    the flows' mean RTTs.
    """
    rows = [
        (
            result["summary"]["goodput_bps"],
            result["summary"]["retransmit_ratio"],
            sum(flow["mean_rtt_s"] for flow in result["flows"]) / len(result["flows"]),
        )
        for result in results
    ]
    means = (sum(column) / len(column) for column in zip(*rows, strict=True))
    return dict(zip(NUMBERS, means, strict=True))


def hull_changes(
    hulls: Hulls, before: Sequence[dict[str, float]], after: Sequence[dict[str, float]]
) -> list[HullChange]:
    """What leaves the range or comes into it; the lists are in the order of the hulls."""
    found = []
    for hull, one, two in zip(hulls.hulls, before, after, strict=True):
        for name in NUMBERS:
            was_in, is_in = hull.holds(name, one[name]), hull.holds(name, two[name])
            if was_in == is_in:
                continue
            found.append(
                HullChange(
                    situation=hull.situation.title,
                    name=name,
                    implementation_count=len(hulls.implementations),
                    independent_count=hulls.independent_count(),
                    low=hull.low[name],
                    high=hull.high[name],
                    before=one[name],
                    after=two[name],
                    outcome="leaves" if was_in else "enters",
                )
            )
    return found
