"""Every row of the papers' pages once more, from the shipped Parquet files, with pandas and SciPy.

    .venv/bin/python -m tests.validation.recomputed_rows

Taken from the lab are only declarations: which cells a claim names, the scenario of a cell, whether
a number is a ratio or a part of a whole. How a number is made from the columns, how it is averaged,
its interval, the sign test and the verdict are written here a second time. statsmodels is not among
the locked packages; its part, the analysis of variance, is done by sums of squares.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, get_args

import numpy as np
import pandas as pd
from scipy import stats

from lab_model.papers.catalog import read_paper
from lab_model.papers.claims import Claim, PaperName, Quantity, Selection, load_claims
from lab_model.papers.experiments import expansion_of, load_experiments
from lab_model.papers.measured import bundle_path
from lab_model.papers.metrics import Values
from lab_model.papers.quantities import ALL_METRICS
from lab_model.papers.schemas.numbers import PaperRow
from lab_model.scenarios import Scenario, buffer_bytes

CLOSE: Final = {"rtol": 1e-9, "atol": 1e-12}


@cache
def seeds_of_scenarios() -> dict[str, pd.DataFrame]:
    """By scenario: the runs of the experiment that has the most seeds of it, in their order."""
    found: dict[str, pd.DataFrame] = {}
    for key, entry in load_experiments().items():
        path = bundle_path(key, entry.measures)
        if not entry.is_shipped or not path.exists():
            continue
        units = pd.read_parquet(path)
        known = set(expansion_of(key).seeds)
        for digest, runs in units[units["seed"].isin(known)].groupby("scenario_digest"):
            name = f"{entry.measures}:{_text(digest)}"
            if name not in found or len(runs) > len(found[name]):
                found[name] = runs.sort_values("seed")
    return found


def _text(digest: Any) -> str:
    return digest.hex() if isinstance(digest, bytes) else str(digest)


@cache
def own_runs(key: str) -> pd.DataFrame:
    """The runs of an experiment, with the scenario of each as text."""
    units = pd.read_parquet(bundle_path(key, load_experiments()[key].measures))
    return units.assign(text=units["scenario_digest"].map(_text))


def runs_of(selection: Selection) -> list[tuple[Scenario, pd.DataFrame]]:
    """Scenario and runs of each cell that a part of a claim names."""
    expansion = expansion_of(selection.experiment)
    own = own_runs(selection.experiment)
    kind = load_experiments()[selection.experiment].measures
    cells = []
    for index in range(expansion.cell_count):
        places = zip(expansion.axes, expansion.point_indices(index), strict=True)
        if all(_is_wanted(selection, axis, axis.points[place]) for axis, place in places):
            cells.append((expansion.scenario(index), expansion.work[index].scenario_digest))
    most = [seeds_of_scenarios()[f"{kind}:{digest}"] for _, digest in cells]
    given = [own[own["text"] == digest].sort_values("seed") for _, digest in cells]
    # More seeds only where all of the cells have equally many.
    is_more = all(len(one) > len(two) for one, two in zip(most, given, strict=True))
    runs = most if is_more and len({len(one) for one in most}) == 1 else given
    return [(scenario, frame) for (scenario, _), frame in zip(cells, runs, strict=True)]


def _is_wanted(selection: Selection, axis: Any, point: Any) -> bool:
    wanted = selection.cells.get(axis.label)
    return wanted is None or point.text in wanted or point.values[0] in wanted


def number(metric: str, scenario: Scenario, runs: pd.DataFrame) -> Values:
    """A metric of a cell, seed by seed."""

    def of(name: str) -> Values:
        return runs[name].to_numpy(dtype=float)

    flows = scenario.flows
    rate_bps = scenario.bottleneck.rate_bps
    first_is_short = flows[0].rtt_s <= flows[1].rtt_s
    short, long = ("group_0_", "group_1_") if first_is_short else ("group_1_", "group_0_")
    made: dict[str, Callable[[], Values]] = {
        "unfairness_ratio": lambda: np.exp(np.abs(np.log(of("throughput_ratio")))),
        "throughput_utilisation_ratio": lambda: of("throughput_bps") / rate_bps,
        "goodput_utilisation_ratio": lambda: of("goodput_bps") / rate_bps,
        "short_advantage_stdr": lambda: of("throughput_stdr") * (1 if first_is_short else -1),
        "short_long_ratio": lambda: of(f"{short}throughput_bps") / of(f"{long}throughput_bps"),
        "long_short_ratio": lambda: of(f"{long}throughput_bps") / of(f"{short}throughput_bps"),
        "long_short_pacing_ratio": lambda: (
            of(f"{long}mean_pacing_rate_bps") / of(f"{short}mean_pacing_rate_bps")
        ),
        "mean_queue_bdp": lambda: of("mean_queue_s") / _reference_rtt_s(scenario),
        "queue_of_buffer_ratio": lambda: of("mean_queue_s") * rate_bps / 8 / buffer_bytes(scenario),
        "queue_swing_ratio": lambda: (
            (of("p95_queue_bytes") - of("p50_queue_bytes")) / buffer_bytes(scenario)
        ),
        "added_delay_ratio": lambda: (
            (of("group_1_mean_rtt_s") - flows[1].rtt_s)
            / (of("group_0_mean_rtt_s") - flows[0].rtt_s)
        ),
        "min_rtt_error_ratio": lambda: np.maximum.reduce(
            [of(f"group_{i}_final_min_rtt_s") / flow.rtt_s for i, flow in enumerate(flows)]
        ),
        "within_groups_jain_index": lambda: np.mean(
            [of(f"group_{i}_jain_index") for i, flow in enumerate(flows) if flow.count > 1], axis=0
        ),
        "mean_flow_throughput_bps": lambda: of("throughput_bps") / sum(f.count for f in flows),
    }
    if metric in runs.columns:
        return of(metric)
    if metric in made:
        return made[metric]()
    for prefix, group in (("short_", short), ("long_", long)):
        if metric.startswith(prefix):
            return of(group + metric.removeprefix(prefix))
    raise KeyError(metric)


def _reference_rtt_s(scenario: Scenario) -> float:
    given = getattr(scenario.bottleneck.buffer, "rtt_s", None)
    return float(given or min(flow.rtt_s for flow in scenario.flows))


def part_of(selection: Selection) -> tuple[Values, bool]:
    """A part of a claim, seed by seed, and whether it is a ratio."""
    is_ratio = ALL_METRICS[selection.metric].is_ratio
    cells = runs_of(selection)
    table = np.array([number(selection.metric, scenario, runs) for scenario, runs in cells])
    match selection.across:
        case "mean":
            return (stats.gmean(table) if is_ratio else table.mean(axis=0)), is_ratio
        case "lowest" | "highest":
            means = stats.gmean(table, axis=1) if is_ratio else table.mean(axis=1)
            pick = means.argmin() if selection.across == "lowest" else means.argmax()
            return table[pick], is_ratio
        case "spread":
            return np.ptp(table, axis=0), False
        case "share_above":
            return (table > selection.threshold).mean(axis=0), False
        case "explained_by":
            return _explained(np.log(table) if is_ratio else table, selection), False


def _explained(table: Values, selection: Selection) -> Values:
    """Sum of squares between the points of an axis, over the whole one."""
    expansion = expansion_of(selection.experiment)
    place = next(i for i, axis in enumerate(expansion.axes) if axis.label == selection.axis)
    rows = [
        expansion.point_indices(index)[place]
        for index in range(expansion.cell_count)
        if all(
            _is_wanted(selection, axis, axis.points[at])
            for axis, at in zip(expansion.axes, expansion.point_indices(index), strict=True)
        )
    ]
    frame = pd.DataFrame(table)
    # An array: a list could be names of columns.
    between = frame.groupby(np.array(rows)).transform("mean") - frame.mean()
    return ((between**2).sum() / ((frame - frame.mean()) ** 2).sum()).to_numpy()


def values_of(quantity: Quantity) -> tuple[Values, bool, bool]:
    """Seed by seed; whether it is a ratio, and whether it is a part of a whole."""
    parts = [part_of(part) for part in quantity.parts]
    count = min(len(values) for values, _ in parts)
    columns = [values[:count] for values, _ in parts]
    first = quantity.parts[0]
    is_part = first.across in ("share_above", "explained_by") or (
        first.across != "spread" and ALL_METRICS[first.metric].is_part
    )
    match quantity.combine:
        case "only":
            return parts[0][0], parts[0][1], is_part
        case "mean":
            mean = stats.gmean(columns) if parts[0][1] else np.mean(columns, axis=0)
            return mean, parts[0][1], is_part
        case "difference":
            return columns[0] - columns[1], False, False
        case "quotient":
            return columns[0] / columns[1], True, False
        case "relative_difference":
            return columns[0] / columns[1] - 1, False, False


def interval_of(values: Values, *, is_ratio: bool, is_part: bool) -> tuple[float, float, float]:
    """Mean and ends of the 95 % interval, NaN where one seed has none."""
    values = values[np.isfinite(values)]
    taken = np.log(values) if is_ratio else values
    mean = taken.mean()
    low = high = np.nan
    if len(taken) > 1:
        half = stats.t.ppf(0.975, len(taken) - 1) * stats.sem(taken)
        low, high = mean - half, mean + half
    ends = np.array([mean, low, high])
    ends = np.exp(ends) if is_ratio else ends
    if is_part:
        ends[1:] = np.clip(ends[1:], 0, 1)
    return float(ends[0]), float(ends[1]), float(ends[2])


def verdict_of(low: float, high: float, claim: Claim) -> str:
    """Of one interval."""
    least = -np.inf if claim.minimum is None else claim.minimum
    most = np.inf if claim.maximum is None else claim.maximum
    if np.isnan(low):
        return "cannot_tell"
    if least <= low and high <= most:
        return "within"
    return "outside" if high < least or most < low else "cannot_tell"


def verdict_of_conditions(verdicts: list[str]) -> str:
    """Of a claim that covers several conditions."""
    if set(verdicts) == {"within"}:
        return "within"
    if "within" in verdicts:
        return "mixed"
    return "outside" if "outside" in verdicts else "cannot_tell"


def problems_of(claim: Claim, row: PaperRow) -> Iterator[str]:
    """What the page has that does not come out here."""
    if claim.quantity is None or row.estimate is None:
        return
    values, is_ratio, is_part = values_of(claim.quantity)
    mean, low, high = interval_of(values, is_ratio=is_ratio, is_part=is_part)
    shown = row.estimate
    ends = [np.nan if end is None else end for end in (shown.mean, shown.low, shown.high)]
    if not np.allclose(ends, [mean, low, high], equal_nan=True, **CLOSE):
        yield f"{claim.id}: the page has {ends}, here it is {[mean, low, high]}"
    if shown.seed_count != np.isfinite(values).sum():
        yield f"{claim.id}: {shown.seed_count} seeds on the page, {len(values)} here"
    expected = verdict_of(low, high, claim)
    if row.strata is not None and row.strata.decides:
        each = [
            verdict_of(
                np.nan if item.estimate is None or item.estimate.low is None else item.estimate.low,
                np.nan
                if item.estimate is None or item.estimate.high is None
                else item.estimate.high,
                claim,
            )
            for item in row.strata.items
        ]
        expected = verdict_of_conditions(each)
    if row.verdict != expected:
        yield f"{claim.id}: {row.verdict} on the page, {expected} here"
    if claim.tally is not None and row.tally is not None:
        above = int((values > claim.tally.value).sum())
        below = int((values < claim.tally.value).sum())
        count = above if claim.tally.side == "above" else below
        p = stats.binomtest(above, above + below).pvalue
        if row.tally.count != count or not np.isclose(row.tally.probability or 0, p, rtol=1e-9):
            shown_p = row.tally.probability
            yield f"{claim.id}: tally {row.tally.count}, p {shown_p}; here {count}, {p}"


def recompute(name: PaperName) -> tuple[int, list[str]]:
    """How many rows of a page were recomputed, and what does not agree."""
    rows = {row.id: row for figure in read_paper(name).figures for row in figure.rows}
    claims = [claim for claim in load_claims(name).claims if claim.id in rows]
    found = [problem for claim in claims for problem in problems_of(claim, rows[claim.id])]
    return sum(claim.quantity is not None for claim in claims), found


if __name__ == "__main__":
    for paper in get_args(PaperName):
        row_count, differences = recompute(paper)
        sys.stdout.write(f"{paper}: {row_count} rows, {len(differences)} differ\n")
        for difference in differences:
            sys.stdout.write(f"  {difference}\n")
