"""Computes the experiments behind a paper, or a part of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from lab_cli.kit.behaviour_history import still_holds
from lab_exec import behaviour_version, core_version, run_scenario
from lab_exec.parallel import Job, Work, may_continue, run_all
from lab_model.experiments import Expansion
from lab_model.experiments.bundle import Bundle, BundleUnits, read_bundle
from lab_model.experiments.numbers import numbers_of
from lab_model.papers.claims import PaperName
from lab_model.papers.experiments import Measures, expansion_of, load_experiments
from lab_model.papers.measured import bundle_path
from lab_model.scenarios import Scenario
from lab_research.reproduce.timeline import timeline_work

UnitKey = tuple[str, int]
"""Scenario digest and seed."""


@dataclass(frozen=True)
class Plan:
    """Which units of an experiment are computed."""

    key: str
    expansion: Expansion
    measures: Measures
    cells: list[int]
    seeds: list[int]

    def unit_keys(self) -> dict[UnitKey, int]:
        """The units, each once, with a cell that has its scenario."""
        return {
            (self.expansion.work[cell].scenario_digest, seed): cell
            for cell in self.cells
            for seed in self.seeds
        }


def unit_work(scenario: Scenario, seed: int) -> dict[str, Any]:
    """Runs the scenario and keeps its numbers. For `run_all`."""
    result = run_scenario(scenario, seed, series=False, on_progress=may_continue)
    return {"summary_digest": result["summary_digest"], "numbers": numbers_of(result)}


WORK: Final[dict[Measures, Work]] = {"units": unit_work, "timeline": timeline_work}


def full_plan(paper: PaperName) -> list[Plan]:
    """Everything that is shipped of a paper."""
    return [
        Plan(
            key,
            expansion_of(key),
            entry.measures,
            list(range(expansion_of(key).cell_count)),
            list(expansion_of(key).seeds),
        )
        for key, entry in load_experiments().items()
        if entry.paper == paper and entry.is_shipped
    ]


# For each experiment the points of its axes that the quick form keeps, and the number of seeds.
_QUICK: Final[dict[str, tuple[dict[str, list[str]], int]]] = {
    "fairtt-main": ({}, 8),
    "fairtt-buffer": ({}, 8),
    "fairtt-rtt": ({}, 8),
    "fairtt-mechanism": ({"Algorithm": ["BBRv2", "BDP and pacing"]}, 4),
    "fairtt-conditions": (
        {"Topology": ["T2: 35 against 25 ms"], "Error rate": ["0 %", "0.15 %"]},
        8,
    ),
    "sizing-two-flows": ({"RTT of flow 2": ["60 ms"], "Buffer": ["0.3 BDP", "8 BDP"]}, 3),
    "sizing-ten-flows": (
        {"RTT of group 2": ["200 ms"], "Flows of 20 ms": ["1 of 10"], "Buffer": ["0.1 BDP"]},
        3,
    ),
    "efra-problem": ({"Algorithm": ["BBRv1"]}, 3),
    "efra-reconstruction": ({"RTT of the long flow": ["50 ms"]}, 3),
}


def quick_plan(paper: PaperName) -> list[Plan]:
    """A part that says something, in a minute or two."""
    plans: list[Plan] = []
    for plan in full_plan(paper):
        if plan.key in _QUICK:
            points, seed_count = _QUICK[plan.key]
            cells = [cell for cell in plan.cells if _lies_at(plan.expansion, cell, points)]
            plans.append(replace(plan, cells=cells, seeds=plan.seeds[:seed_count]))
    return plans


def _lies_at(expansion: Expansion, cell: int, points: dict[str, list[str]]) -> bool:
    return all(
        text in points.get(axis.label, [text])
        for axis, text in zip(expansion.axes, expansion.texts(cell), strict=True)
    )


Known = dict[tuple[Measures, UnitKey], dict[str, Any]]


def shipped_units(plans: list[Plan]) -> Known:
    """Shipped units of these experiments that still hold: they need not be computed."""
    known: Known = {}
    for plan in plans:
        path = bundle_path(plan.key, plan.measures)
        if not path.exists():
            continue
        bundle = read_bundle(path)
        cells = plan.unit_keys()
        units = bundle.units
        for row, digest in enumerate(units.digests):
            cell = cells.get((digest, units.seeds[row]))
            if cell is None or not still_holds(
                bundle.behaviour_version, plan.expansion.scenario(cell)
            ):
                continue
            unit = known.setdefault(
                (plan.measures, (digest, units.seeds[row])),
                {
                    "core_versions": {},
                    "summary_digest": units.summary_digests[row],
                    "numbers": dict(zip(bundle.names, units.values[row].tolist(), strict=True)),
                },
            )
            # Two experiments may have the unit, and were computed at different times.
            unit["core_versions"][plan.key] = bundle.core_version
    return known


def compute(
    plans: list[Plan],
    process_count: int,
    on_done: Callable[[], object],
    known: Known | None = None,
) -> Iterator[tuple[Plan, Bundle]]:
    """The results, experiment by experiment. Equal work of several of them is done once."""
    known = {} if known is None else known
    for plan in plans:
        units = plan.unit_keys()
        jobs = [
            Job(key, plan.expansion.scenario(cell), key[1])
            for key, cell in units.items()
            if (plan.measures, key) not in known
        ]
        for _ in range(len(units) - len(jobs)):
            on_done()
        for job, found in run_all(jobs, process_count, on_done, WORK[plan.measures]):
            known[plan.measures, job.key] = found
        yield plan, _bundle(plan, {key: known[plan.measures, key] for key in units})


def _bundle(plan: Plan, found: dict[UnitKey, dict[str, Any]]) -> Bundle:
    # All units of an experiment have the same groups, so the same names in the same order.
    names = tuple(next(iter(found.values()))["numbers"])
    # Units that are not shipped with this experiment were computed now, or could have been. Of
    # several cores, ours vouches for all: they have one behaviour.
    versions = {
        unit.get("core_versions", {}).get(plan.key, core_version()) for unit in found.values()
    }
    values = np.array(
        [
            [np.nan if unit["numbers"][name] is None else unit["numbers"][name] for name in names]
            for unit in found.values()
        ],
        dtype=np.float64,
    )
    return Bundle(
        definition=plan.expansion.definition.to_json(),
        core_version=versions.pop() if len(versions) == 1 else core_version(),
        names=names,
        units=BundleUnits(
            digests=[digest for digest, _ in found],
            seeds=[seed for _, seed in found],
            summary_digests=[unit["summary_digest"] for unit in found.values()],
            values=values,
        ),
        behaviour_version=behaviour_version(),
    )
