"""Numbers of runs as an agent gets them: never without interval, unit, meaning and seeds."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from lab_cli.agents.errors import refused
from lab_cli.kit.opened_link import opened_link
from lab_exec import behaviour_version, run_scenario
from lab_model.evaluation.change import ChangedNumber
from lab_model.experiments import numbers_of
from lab_model.experiments.estimates import estimate_cells
from lab_model.experiments.metrics import Metric, UnknownMetricError, find_metric
from lab_model.experiments.verdicts import judge_cells
from lab_model.scenarios import Scenario, scenario_digest

Json = dict[str, Any]
BySeed = list[float | None]

OF_ALL: Final = (
    "throughput_bps",
    "utilisation_ratio",
    "jain_index",
    "mean_queue_s",
    "retransmit_ratio",
)
OF_GROUPS: Final = ("throughput_bps", "share_ratio", "mean_rtt_s")


def names_for(scenario: Scenario) -> list[str]:
    """The numbers of an answer that names none itself."""
    groups = range(len(scenario.flows))
    return [*OF_ALL, *(f"group_{index}_{name}" for index in groups for name in OF_GROUPS)]


def by_seed(scenario: Scenario, seeds: Sequence[int]) -> list[Json]:
    """All numbers of a run with each seed."""
    return [numbers_of(run_scenario(scenario, seed, series=False)) for seed in seeds]


def values_of(runs: Sequence[Json], name: str) -> BySeed:
    """One number, by seed. Refuses a name that runs do not have."""
    if runs and name not in runs[0]:
        refused(f"metric is '{name}'; it must be one of {', '.join(sorted(runs[0]))}")
    return [run[name] for run in runs]


def metric_of(name: str, scenario: Scenario) -> Metric:
    """What a number means."""
    try:
        labels = [group.label for group in scenario.flows]
        return find_metric(name, labels, [group.count for group in scenario.flows])
    except UnknownMetricError:
        refused(f"metric is '{name}', which no run has; see a run's answer for the names")


def estimate(values: BySeed, metric: Metric) -> Json:
    """Mean with its 95% interval, in SI units."""
    found = estimate_cells(np.array([values], dtype=np.float64), metric)
    mean, low, high = (_known(each[0]) for each in (found.mean, found.low, found.high))
    return {
        "metric": metric.name,
        "label": metric.label,
        "unit": metric.unit or "plain number",
        "mean": mean,
        "interval_95": None if low is None or high is None else [low, high],
        "seed_count": int(found.count[0]),
        "average": metric.average,
    }


def difference(arm: BySeed, baseline: BySeed, metric: Metric) -> Json:
    """What the arm changes, seed by seed. Read `verdict` with `p`: one number, one test."""
    return differences([arm], baseline, metric)[0]


def differences(arms: Sequence[BySeed], baseline: BySeed, metric: Metric) -> list[Json]:
    """What each arm changes, seed by seed; p values are adjusted over the arms."""
    if not arms:
        return []
    found = judge_cells(list(arms), [baseline] * len(arms), metric)
    judged = f"distance to fair ({metric.fair})" if metric.better == "fair" else metric.label
    changes = []
    for index in range(len(arms)):
        low, high = _known(found.low[index]), _known(found.high[index])
        changes.append(
            {
                "metric": metric.name,
                "judged": judged,
                "better_is": metric.better or "neither way",
                "kind": found.kind,
                "mean": _known(found.mean[index]),
                "interval_95": None if low is None or high is None else [low, high],
                "p": _known(found.adjusted_p[index]),
                "verdict": found.verdict[index] or "too few seeds",
            }
        )
    return changes


def changed_number(number: ChangedNumber, links: Sequence[str]) -> Json:
    """One number of a check, in SI units; `links` open its situation before and after."""
    sides = {
        name: {
            "mean": side.mean,
            "interval_95": None if side.low is None or side.high is None else [side.low, side.high],
            "link": link,
        }
        for name, side, link in zip(
            ("before", "after"), (number.before, number.after), links, strict=True
        )
    }
    return {
        "situation": number.situation,
        "report": number.report,
        "metric": number.name,
        "label": number.label,
        **sides,
        "relative_change": number.relative_change,
        "adjusted_p": number.adjusted_p,
        "seed_count": number.pair_count,
        "outcome": number.outcome,
    }


def citation(scenario: Scenario, seeds: Sequence[int]) -> Json:
    """The data with which anyone gets the same numbers again."""
    return {
        "scenario_digest": scenario_digest(scenario),
        "behaviour_version": behaviour_version(),
        "seeds": list(seeds),
        "link": opened_link(scenario, seeds[0]),
    }


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
