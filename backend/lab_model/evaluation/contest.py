"""A contest of modules: scenarios that are drawn when all entries are in, 20 of ten kinds or as its
teacher chose, the score of each entry, and places by the league's rule.

An entry's score in a scenario is that of `lab_model.evaluation.merit`, against CUBIC in its place
under the same seed: goodput that is taken from others, or that a long queue costs, buys nothing.
Its score is the geometric mean over the scenarios; a run that fails counts as the least there is.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

import numpy as np

from lab_model.evaluation.cases import DURATION_S, MOST_DIFFERING, Case, OpenId, hidden_cases
from lab_model.evaluation.experiment import experiment_of
from lab_model.evaluation.merit import NOTHING, Merit
from lab_model.evaluation.ranking import Placed, placed
from lab_model.evaluation.situations import load_situations
from lab_model.evaluation.space import PLAIN, SETTINGS, differing, scenario_data
from lab_model.experiments import ExperimentDefinition
from lab_model.experiments.limits import EXPERIMENT_LIMITS
from lab_model.experiments.statistics import estimate
from lab_model.scenarios import validate_scenario

SCENARIO_COUNT: Final = 20
"""Unless a teacher wants fewer."""
Kind = Literal[OpenId, "random-beside-cubic"]
"""The open situations, which are varied, and one that is all random."""
RANDOM: Final = "random-beside-cubic"
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
MOST_SEED: Final = 2**53 - 1
LEAST_SCORE: Final = 1e-3
"""In one scenario. A failure costs that much and does not make all the rest worth nothing."""
PARTS: Final = ("goodput", "delay", "others", "even", "delivered")

FAIRNESS: Final = (
    "Goodput counts at most 2, and beyond CUBIC's only as far as all flows together get more; "
    "delay at most 2; others (the goodput of the flow group that loses most), even (Jain's index "
    "of the entry's own flows) and delivered (what is not resent) at most 1: what is taken from "
    "others costs."
)
RULE: Final = (
    "Students are ranked by their best entry. The best takes place 1 and shares it with those "
    "below, down to the first that is significantly worse (paired t test of the logarithms over "
    "the scenarios, Holm's correction for all pairs); that one opens the next place, and so on."
)

Json = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """What may be drawn, and how many scenarios are."""

    kinds: tuple[str, ...] = KINDS
    """Some of `KINDS`, in their order."""
    count: int = SCENARIO_COUNT

    @property
    def score_sentence(self) -> str:
        """What a score is."""
        mean = (
            f"It is the geometric mean over {self.count} scenarios"
            if self.count > 1
            else "There is one scenario, so no interval, and all share place 1"
        )
        return (
            "score = goodput x delay x others x even x delivered, each relative to CUBIC in the "
            f"entry's place with the same seed: 1 is CUBIC. {mean}; a run that fails counts 0.001."
        )

    @property
    def draw_sentence(self) -> str:
        """How scenarios come from the set."""
        many = "1 scenario is" if self.count == 1 else f"{self.count} scenarios are"
        if self.count < len(self.kinds):
            return f"{many} drawn at the end, at most one of each of {len(self.kinds)} kinds."
        left = self.count - len(self.kinds)
        again = "kind again" if len(self.kinds) == 1 else "kinds again, in turn"
        rest = (
            ("a random one" if left == 1 else "random ones")
            if RANDOM in self.kinds
            else f"of the same {again}"
        )
        more = f", then {left} more, {rest}" if left else ""
        each = "one kind" if len(self.kinds) == 1 else f"each of {len(self.kinds)} kinds"
        return f"{many} drawn at the end: one of {each}{more}."


@dataclass(frozen=True)
class Score:
    """What an entry got in every scenario."""

    merits: tuple[Merit, ...]
    failures: tuple[str, ...]
    """Why runs failed, each reason once."""
    failed_count: int

    @classmethod
    def refused(cls, reason: str, count: int = SCENARIO_COUNT) -> "Score":
        """The score of a module that cannot be run at all, over `count` scenarios."""
        return cls((NOTHING,) * count, (reason,), count)

    @property
    def logs(self) -> list[float]:
        """Logarithm of the score in each scenario."""
        return [math.log(max(merit.score, LEAST_SCORE)) for merit in self.merits]

    @property
    def total(self) -> float:
        """Geometric mean over the scenarios; 1 is CUBIC."""
        return math.exp(math.fsum(self.logs) / len(self.logs))

    @property
    def interval(self) -> tuple[float, float] | None:
        """95% of it, over the scenarios as a sample of all (Student's t of the logarithms). None:
        one scenario has none.
        """
        if len(self.logs) == 1:
            return None
        low, high = estimate(self.logs).interval
        return math.exp(low), math.exp(high)

    def part(self, name: str) -> float:
        """The geometric mean of one part of the score over the scenarios."""
        logs = [math.log(max(getattr(merit, name), LEAST_SCORE)) for merit in self.merits]
        return math.exp(math.fsum(logs) / len(logs))


@dataclass(frozen=True)
class Standing:
    """A student on the board."""

    student: int
    """The student's index."""
    best: int
    """Index of the entry that it stands by among its own."""
    placed: Placed
    """`against` counts students, too."""
    is_shared: bool

    @property
    def place_text(self) -> str:
        """`3`, or `3=` where it is shared."""
        return f"{self.placed.place}{'=' if self.is_shared else ''}"


def scenarios(seed: int, choice: Choice | None = None) -> list[Case]:
    """The scenarios, which follow from the contest's seed and its options, as does the seed of
    their runs.

    There is one of each kind; what is left of the count are random ones, or, without these, the
    kinds again in turn. With fewer scenarios than kinds, the seed says which.
    """
    kinds, count = (choice or Choice()).kinds, (choice or Choice()).count
    if count < len(kinds):
        # A generator of its own: the one of the scenarios begins with the same numbers.
        which = random.Random(f"kinds {seed}")  # noqa: S311  the seed is the secret
        kinds = tuple(kinds[place] for place in sorted(which.sample(range(len(kinds)), count)))
    twins = [kind for kind in kinds if kind != RANDOM]
    random_count = count - len(twins) if RANDOM in kinds else 0
    twin_ids = [twins[place % len(twins)] for place in range(count - random_count)]
    cases = hidden_cases(seed, random_count, twin_ids)
    return [replace(case, seeds=cases[0].seeds[:1]) for case in cases]


def standings(students: Sequence[Sequence[Score]]) -> list[Standing]:
    """Students, each with one entry or more, by their best; places by the league's rule, paired
    over the scenarios.
    """
    best = [max(range(len(own)), key=lambda place: own[place].total) for own in students]
    scores = [own[place] for own, place in zip(students, best, strict=True)]
    if not scores:
        return []
    logs = np.array([score.logs for score in scores])
    found = [each for each in placed(logs, higher_is_better=True) if each is not None]
    taken = [each.place for each in found]
    rows = [
        Standing(student, best[student], each, taken.count(each.place) > 1)
        for student, each in enumerate(found)
    ]
    return sorted(rows, key=lambda row: (row.placed.place, -scores[row.student].total))


def contest_experiment(
    name: str, algorithm: Json | None, cases: Sequence[Case]
) -> ExperimentDefinition:
    """An entry in all scenarios, a cell each; without one, CUBIC in its place."""
    scenarios = [
        case.scenario if algorithm is None else case.scenario_with(algorithm) for case in cases
    ]
    names = [
        f"{place}: {title_of(case)}"[: EXPERIMENT_LIMITS.max_point_text_length]
        for place, case in enumerate(cases, start=1)
    ]
    replications = {"count": 1, "first_seed": cases[0].seeds[0]}
    return experiment_of(name, "Scenario", scenarios, names, replications)


def kind_texts(kind: str) -> tuple[str, str]:
    """The title of a kind of scenario, and its ranges of values with units."""
    if kind == RANDOM:
        plain = validate_scenario(scenario_data(PLAIN, {"name": "cubic"}, {"name": "cubic"}))
        rtt_ms, rate_mbps = plain.flows[0].rtt_s * 1e3, plain.bottleneck.rate_bps / 1e6
        return "Random, beside CUBIC", (
            f"At most {MOST_DIFFERING} settings (rate, RTTs, buffer, queue, loss and others) "
            f"differ from one flow against one of CUBIC, both {rtt_ms:g} ms, at {rate_mbps:g} "
            f"Mbit/s with a buffer of 1 BDP, for {DURATION_S:g} s."
        )
    [found] = [item for item in load_situations() if item.id == kind]
    return found.title, (
        f"{found.sentence} Rate, RTTs and the {DURATION_S:g} s it lasts are varied by up to a "
        "third."
    )


def title_of(case: Case) -> str:
    """A scenario of a contest in words. A is the entry there, and B is CUBIC."""
    if case.candidate is None:
        titles = {item.id: item.title for item in load_situations()}
        return f"{titles[case.name]}, varied"
    settings = [
        SETTINGS[index].in_words(case.candidate[index]) for index in differing(case.candidate)
    ]
    words = ", ".join(settings) or "the plain situation"
    return words.replace(" of A ", " of the entry ").replace(" of B ", " of CUBIC ")
