"""A sample of the numbers that come with the repository, computed again by the core built here.

Papers (every unit of their experiments), presets (every seed of every variant) and readings of
FaiRTT (every row of research/data), in turn, so that a sample of three has one of each.
"""

import csv
import math
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from random import Random
from typing import Any, Final

from lab_cli.kit.progress import run_count_progress
from lab_cli.presets.measure import values_of
from lab_exec.parallel import Job, run_all
from lab_model.experiments.bundle import Bundle, read_bundle
from lab_model.experiments.numbers import numbers_of
from lab_model.papers.experiments import Measures, expansion_of, load_experiments
from lab_model.papers.measured import bundle_path
from lab_model.presets import PresetDefinition, load_definitions, load_measured
from lab_model.scenarios import Scenario
from lab_research.places import DATA
from lab_research.readings.grid import grid, scenario_of
from lab_research.readings.report import STATISTICS, statistic_texts
from lab_research.reproduce.timeline import timeline_work

READINGS_FOLDER: Final = DATA
READINGS: Final = ("fairtt-readings.csv", "fairtt-readings-ns3.csv")

Result = dict[str, Any]
Numbers = Mapping[str, object]


@dataclass(frozen=True)
class Stored:
    """Numbers of one place in the repository, and how they are computed again."""

    source: str
    what: str
    core_version: str
    scenario: Scenario
    seeds: range
    numbers: Numbers
    compute: Callable[[list[Result]], Numbers]
    """Computes the numbers from the results of the seeds, in their order."""
    measures: Measures = "units"


@dataclass(frozen=True)
class Again:
    """The numbers computed again."""

    stored: Stored
    computed: Numbers

    @property
    def different(self) -> list[str]:
        """Names of the numbers that are not the same to the last digit."""
        names = [*self.stored.numbers, *(self.computed.keys() - self.stored.numbers.keys())]
        return [name for name in names if not self._is_same(name)]

    def _is_same(self, name: str) -> bool:
        before, now = self.stored.numbers.get(name), self.computed.get(name)
        return before == now or (_is_nan(before) and _is_nan(now))


def sample(count: int, seed: int) -> list[Stored]:
    """`count` places, each once; the same seed draws the same ones from the same repository."""
    random = Random(seed)  # noqa: S311  nothing secret
    pools = [_papers(), _presets(), _readings()]
    wanted = min(count, sum(len(pool) for pool in pools))
    # One of each kind in turn, as long as a kind has more.
    shares = [0] * len(pools)
    while sum(shares) < wanted:
        for place, pool in enumerate(pools):
            if sum(shares) < wanted and shares[place] < len(pool):
                shares[place] += 1
    return [
        pool.read(index)
        for pool, share in zip(pools, shares, strict=True)
        for index in sorted(random.sample(range(len(pool)), share))
    ]


def compute_again(chosen: list[Stored], process_count: int) -> list[Again]:
    """All of them in their order."""
    works = {"units": None, "timeline": timeline_work}
    results: list[list[Result]] = [[] for _ in chosen]
    with run_count_progress(sum(len(item.seeds) for item in chosen)) as on_done:
        for measures, work in works.items():
            jobs = [
                Job(place, item.scenario, seed)
                for place, item in enumerate(chosen)
                if item.measures == measures
                for seed in item.seeds
            ]
            for job, result in run_all(jobs, process_count, on_done, work):
                results[job.key].append(result)
    return [
        Again(item, item.compute(of_item)) for item, of_item in zip(chosen, results, strict=True)
    ]


class _Pool:
    """Places of one kind, read when they are drawn."""

    def __init__(self, parts: list[tuple[int, Callable[[int], Stored]]]) -> None:
        self._parts = parts
        self._ends = list(accumulate(count for count, _ in parts))

    def __len__(self) -> int:
        return self._ends[-1]

    def read(self, index: int) -> Stored:
        part = next(place for place, end in enumerate(self._ends) if index < end)
        count, read = self._parts[part]
        return read(index - (self._ends[part] - count))


def _papers() -> _Pool:
    parts: list[tuple[int, Callable[[int], Stored]]] = []
    for key, entry in load_experiments().items():
        path = bundle_path(key, entry.measures)
        if entry.is_shipped and path.exists():
            bundle = read_bundle(path)
            parts.append((len(bundle.units), partial(_unit, key, entry.measures, bundle)))
    return _Pool(parts)


def _unit(key: str, measures: Measures, bundle: Bundle, row: int) -> Stored:
    units, expansion = bundle.units, expansion_of(key)
    digest, seed = units.digests[row], units.seeds[row]
    cell = next(
        index for index, work in enumerate(expansion.work) if work.scenario_digest == digest
    )
    values = dict(zip(bundle.names, units.values[row].tolist(), strict=True))
    # A metric that was declared since is in no unit that was stored before.
    stored = frozenset(bundle.names)
    return Stored(
        source=f"paper {key}",
        what=f"{', '.join(expansion.texts(cell))}, seed {seed}",
        core_version=bundle.core_version,
        scenario=expansion.scenario(cell),
        seeds=range(seed, seed + 1),
        numbers={"summary_digest": units.summary_digests[row], **values},
        compute=partial(_unit_numbers, stored) if measures == "units" else _timeline_numbers,
        measures=measures,
    )


def _unit_numbers(names: Container[str], results: list[Result]) -> Numbers:
    [result] = results
    numbers = {name: value for name, value in numbers_of(result).items() if name in names}
    return {"summary_digest": result["summary_digest"], **_without_none(numbers)}


def _timeline_numbers(results: list[Result]) -> Numbers:
    [found] = results
    return {"summary_digest": found["summary_digest"], **_without_none(found["numbers"])}


def _without_none(numbers: Mapping[str, float | None]) -> dict[str, float]:
    return {name: math.nan if value is None else value for name, value in numbers.items()}


def _presets() -> _Pool:
    return _Pool(
        [
            (len(preset.variants) * len(load_measured(preset.id).seeds), partial(_preset, preset))
            for preset in load_definitions()
        ]
    )


def _preset(preset: PresetDefinition, index: int) -> Stored:
    measured = load_measured(preset.id)
    place, position = divmod(index, len(measured.seeds))
    variant, seed = preset.variants[place], measured.seeds[position]
    stored = measured.variants[variant.id].numbers
    return Stored(
        source=f"preset {preset.id}",
        what=f"{variant.title}, seed {seed}",
        core_version=measured.core_version,
        scenario=variant.scenario,
        seeds=range(seed, seed + 1),
        numbers={name: number.values[position] for name, number in stored.items()},
        compute=lambda results: {name: values_of(name, results)[0] for name in stored},
    )


def _readings() -> _Pool:
    parts: list[tuple[int, Callable[[int], Stored]]] = []
    for name in READINGS:
        with (READINGS_FOLDER / name).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        parts.append((len(rows), partial(_reading, name.removesuffix(".csv"), rows)))
    return _Pool(parts)


def _reading(name: str, rows: list[dict[str, str]], index: int) -> Stored:
    row = rows[index]
    cell = next(
        cell
        for cell in grid()
        if (cell.topology.id, cell.algorithm.title) == (row["topology"], row["algorithm"])
        and cell.loss_ratio == float(row["loss_ratio"])
    )
    scenario = scenario_of(cell, float(row["duration_s"]), row["send_quantum"])
    count = int(row["ratio_count"])
    return Stored(
        source=name,
        what=f"{scenario.name}, {count} seeds",
        core_version=row["core_version"],
        scenario=scenario,
        seeds=range(1, count + 1),
        numbers={key: value for key, value in row.items() if key.endswith(STATISTICS)},
        compute=statistic_texts,
    )


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and math.isnan(value)
