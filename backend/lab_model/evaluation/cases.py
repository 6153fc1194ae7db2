"""The situations in which a module is judged: open ones that everyone knows, and hidden ones that
are drawn after the module is there.

Each open situation has a hidden twin: the same kind of network with other rates, RTTs, lengths and
seeds, so that what recognises a situation does worse in the twin. The other hidden ones come from
the space that `./lab break` searches.
"""

import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from lab_model.evaluation.situations import Situation, load_situations
from lab_model.evaluation.space import (
    SETTINGS,
    Candidate,
    differing,
    distance,
    drawn,
    scenario_data,
    simpler,
)
from lab_model.scenarios import (
    InvalidScenarioError,
    Scenario,
    scenario_digest,
    validate_scenario,
)
from lab_model.scenarios.algorithm_choice import AlgorithmChoice
from lab_model.scenarios.computed.cost import work_packet_count

REFERENCE: Final = "cubic"
OpenId = Literal[
    "equal-rtts",
    "rtt-ratio-3",
    "shallow-buffer",
    "deep-buffer",
    "random-loss",
    "codel",
    "dualpi2",
    "beside-cubic",
    "beside-cubic-deep",
]
OPEN_IDS: Final[tuple[OpenId, ...]] = get_args(OpenId)
OPEN_SEEDS: Final = (1, 2)
DURATION_S: Final = 30.0
WARMUP_S: Final = 5.0
DRAWN_COUNT: Final = 9
MOST_DIFFERING: Final = 4
MOST_PACKETS: Final = 150_000
"""Data packets and ACKs of one run: some hundred milliseconds of computation."""

Kind = Literal["open", "twin", "drawn"]
Json = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One situation with its seeds. The tested flows run CUBIC in its scenario."""

    kind: Kind
    name: str
    """A twin has that of its open situation."""
    scenario: Scenario
    tested_groups: frozenset[int]
    seeds: tuple[int, ...]
    candidate: Candidate | None = None
    """The settings of a drawn case."""

    @property
    def flow_counts(self) -> list[int]:
        """The flows of each group."""
        return [group.count for group in self.scenario.flows]

    def scenario_with(self, algorithm: Json) -> Scenario:
        """The scenario with an algorithm of the core or a module in the tested groups. It is built
        without validation, since the registry knows no modules; both were checked where they were
        read.
        """
        choice = AlgorithmChoice.model_construct(
            name=algorithm["name"], parameters=dict(algorithm.get("parameters", {}))
        )
        flows = [
            group.model_copy(update={"algorithm": choice}) if place in self.tested_groups else group
            for place, group in enumerate(self.scenario.flows)
        ]
        return self.scenario.model_copy(update={"flows": flows})


def open_cases() -> list[Case]:
    """The open cases, which are the same for everyone."""
    known = {item.id: item for item in load_situations()}
    return [
        Case("open", name, _shortened(known[name]), known[name].tested_groups, OPEN_SEEDS)
        for name in OPEN_IDS
    ]


def hidden_cases(
    seed: int, drawn_count: int = DRAWN_COUNT, twin_ids: Sequence[str] = OPEN_IDS
) -> list[Case]:
    """The twins, then the drawn ones: all of them follow from the seed. A situation that is named
    twice has two twins.
    """
    generator = random.Random(seed)  # noqa: S311  the seed is the secret
    seeds = [(generator.getrandbits(53), generator.getrandbits(53)) for _ in twin_ids]
    known = {case.name: case for case in open_cases()}
    twins = [
        replace(
            known[name], kind="twin", scenario=_varied(generator, known[name].scenario), seeds=own
        )
        for name, own in zip(twin_ids, seeds, strict=True)
    ]
    return twins + list(_drawn_cases(generator, drawn_count))


def _shortened(item: Situation) -> Scenario:
    scenario = item.scenario_with({"name": REFERENCE})
    return scenario.model_copy(update={"duration_s": DURATION_S, "warmup_s": WARMUP_S})


def _varied(generator: random.Random, scenario: Scenario) -> Scenario:
    """Rate, RTTs, length and begin of the measurement by up to a third in either direction."""
    data = scenario.model_dump(mode="json", exclude_defaults=True)
    while True:
        found = deepcopy(data)
        found["bottleneck"]["rate_bps"] = round(
            data["bottleneck"]["rate_bps"] * generator.uniform(0.67, 1.33)
        )
        for group in found["flows"]:
            group["rtt_s"] = round(group["rtt_s"] * generator.uniform(0.67, 1.33), 6)
        found["duration_s"] = round(DURATION_S * generator.uniform(0.67, 1.33), 3)
        found["warmup_s"] = round(generator.uniform(0, WARMUP_S), 3)
        try:
            return validate_scenario(found)
        except InvalidScenarioError:
            continue


def _drawn_cases(generator: random.Random, wanted_count: int) -> Iterator[Case]:
    """No two have the same scenario."""
    known: set[str] = set()
    while len(known) < wanted_count:
        candidate = drawn(generator, range(len(SETTINGS)), MOST_DIFFERING)
        seeds = (generator.getrandbits(53), generator.getrandbits(53))
        case = _case_of(candidate, seeds)
        if case is not None and (digest := scenario_digest(case.scenario)) not in known:
            known.add(digest)
            yield case


def _case_of(candidate: Candidate, seeds: tuple[int, ...]) -> Case | None:
    """A of the candidate is tested, B is CUBIC. None: refused, or too large."""
    data: Json = scenario_data(candidate, {"name": REFERENCE}, {"name": REFERENCE})
    data |= {"duration_s": DURATION_S, "warmup_s": WARMUP_S}
    changed = differing(candidate)
    name = ", ".join(
        f"{SETTINGS[index].title} {SETTINGS[index].shown(candidate[index])}" for index in changed
    )
    data["name"] = f"Judged beside CUBIC: {name}" if name else "Judged beside CUBIC"
    try:
        scenario = validate_scenario(data)
    except InvalidScenarioError:
        return None
    if work_packet_count(scenario) > MOST_PACKETS:
        return None
    return Case("drawn", name or "plain", scenario, frozenset({0}), seeds, candidate)


def simpler_cases(case: Case) -> list[Case]:
    """Cases one step nearer to the plain situation, the plainest first; none for an open case."""
    if case.candidate is None:
        return []
    steps = sorted(simpler(case.candidate), key=lambda each: (*distance(each), each))
    found = [_case_of(step, case.seeds[:1]) for step in steps]
    return [each for each in found if each is not None]
