"""The budget of a picture: what `tests/e2e/measure/budget.mjs` saw, as tables.

The wait for a curve is a sequence of steps. A step begins where the one before it ended, and ends
at a moment that was recorded: by the browser, PostgreSQL, or the worker's log.
What happens beside the way to the curve takes no time here.
"""

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final

SHARES: Final = (0.5, 0.95)
"""The median, and what the gates speak of."""

Sample = dict[str, Any]


@dataclass(frozen=True)
class Way:
    """One way to a picture."""

    kind: str
    """The kind's name in the measurement."""
    title: str
    gate_ms: float


WAYS: Final = (
    Way("run", "press Run to first curve", 300),
    Way("stored", "stored result to its curves", 100),
    Way("stored, first", "the same, first in a window", 100),
    Way("page", "first page to first picture", 1000),
    Way("page, curve", "first page to first curve", 1000),
)


@dataclass(frozen=True)
class Line:
    """One way, over all samples of it. Times are milliseconds."""

    title: str
    count: int
    median_ms: float
    p95_ms: float
    gate_ms: float

    @property
    def is_met(self) -> bool:
        """Whether the gate is kept, which is one of the 95th percentile."""
        return self.p95_ms < self.gate_ms


@dataclass(frozen=True)
class Step:
    """One step on the way."""

    title: str
    median_ms: float
    p95_ms: float


@dataclass(frozen=True)
class Budget:
    """The printed budget."""

    lines: list[Line]
    steps: dict[str, list[Step]]
    """Steps by the title of the way; those of a kind of sample in their order."""


def budget_of(samples: Sequence[Sample], worker_log: Iterable[str]) -> Budget:
    """`worker_log` has the lines of the interactive worker, as JSON; none if it is not at hand."""
    computed = _computed(worker_log)
    totals: dict[str, list[float]] = {way.kind: [] for way in WAYS}
    steps: dict[str, list[dict[str, float]]] = {way.kind: [] for way in WAYS}
    for sample in samples:
        kind = sample["kind"]
        total_ms = sample["drawn_ms"] - sample["start_ms"]
        if kind == "page":
            totals["page"].append(sample["paint_ms"])
            totals["page, curve"].append(total_ms)
            continue
        totals[kind].append(total_ms)
        moments = _run_moments(sample, computed) if kind == "run" else _stored_moments(sample)
        steps[kind].append(_between(sample["start_ms"], moments, sample["drawn_ms"]))
    return Budget(
        lines=[
            Line(way.title, len(totals[way.kind]), *_both(totals[way.kind]), way.gate_ms)
            for way in WAYS
            if totals[way.kind]
        ],
        steps={
            way.title: [
                Step(title, *_both([each[title] for each in steps[way.kind]]))
                for title in steps[way.kind][0]
            ]
            for way in WAYS
            if steps[way.kind]
        },
    )


def budget_text(budget: Budget, note: str) -> str:
    """Tables in Markdown."""
    lines = [["", "times", "median, ms", "p95, ms", "gate, ms", ""]]
    for line in budget.lines:
        numbers = (f"{number:.0f}" for number in (line.median_ms, line.p95_ms, line.gate_ms))
        lines.append([line.title, str(line.count), *numbers, "kept" if line.is_met else "not kept"])
    tables = [_table(lines), note]
    for title, steps in budget.steps.items():
        rows = [[title, "median, ms", "p95, ms"]]
        rows += [[step.title, f"{step.median_ms:.0f}", f"{step.p95_ms:.0f}"] for step in steps]
        tables.append(_table(rows))
    return "\n\n".join(tables)


def budget_document(budget: Budget, load: float, samples: Sequence[Sample]) -> dict[str, Any]:
    """The budget with every sample, as JSON."""
    return {
        "load": load,
        "lines": [{**asdict(line), "is_met": line.is_met} for line in budget.lines],
        "steps": {title: [asdict(step) for step in of] for title, of in budget.steps.items()},
        "samples": list(samples),
    }


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that so large a share of all is not above."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _both(values: Sequence[float]) -> tuple[float, float]:
    median, high = (percentile(values, share) for share in SHARES)
    return median, high


def _between(
    start_ms: float, moments: Sequence[tuple[str, float]], end_ms: float
) -> dict[str, float]:
    """How long each step took. A moment after the end, or before the one before it, ends a step
    of no length: that step was not waited for.
    """
    found = [start_ms]
    for _title, at_ms in moments:
        found.append(min(max(at_ms, found[-1]), end_ms))
    titles = [title for title, _at_ms in moments] + ["drawing"]
    spans = [later - earlier for earlier, later in pairwise([*found, end_ms])]
    return dict(zip(titles, spans, strict=True))


def _run_moments(sample: Sample, computed: dict[str, dict[str, float]]) -> list[tuple[str, float]]:
    """What ends each step, of a run whose curve is drawn from what the last answer before brought.
    A run of a second or more is drawn from its first samples, before it ends.
    """
    times, drawn_ms = sample["times"], sample["drawn_ms"]
    series = _last_series(sample)
    events = [each for each in sample["events"] if each["at_ms"] <= series["sent_ms"] + 1]
    news = [each["at_ms"] for each in events if each["kind"] == "end" or each["sample_count"] > 0]
    heard_ms = news[-1] if news else series["sent_ms"]
    own = computed.get(sample["run_id"])
    done_ms = times["finished_at"]
    storing_ms = min(own["storing_s"] * 1e3, done_ms - times["started_at"]) if own else 0.0
    core_ms = times["started_at"] + (own["wall_s"] * 1e3 - storing_ms if own else 0.0)
    return [
        ("submit", times["created_at"]),
        ("queue", times["started_at"]),
        *([("core", min(core_ms, heard_ms))] if own else []),
        ("first samples stored" if own else "core, and samples stored", min(done_ms, heard_ms)),
        ("event", heard_ms),
        ("page ready to ask", series["sent_ms"]),
        ("fetch", min(series["got_ms"], drawn_ms)),
    ]


def _stored_moments(sample: Sample) -> list[tuple[str, float]]:
    run = [each for each in sample["requests"] if _is_api(each, "/runs/") and _is_run(each)]
    code = [each["got_ms"] for each in sample["requests"] if each["path"].startswith("/assets/")]
    series = _last_series(sample)
    asked_ms = run[0]["sent_ms"] if run else sample["start_ms"]
    return [
        ("code", max([each for each in code if each <= asked_ms], default=asked_ms)),
        ("page ready to ask", asked_ms),
        ("fetch of the run", run[0]["got_ms"] if run else asked_ms),
        ("workbench", series["sent_ms"]),
        ("fetch of the series", series["got_ms"]),
    ]


def _last_series(sample: Sample) -> dict[str, float]:
    """The answer that brought the curve: the last one of several metrics that came before it."""
    found = [each for each in sample["requests"] if each["path"].endswith("/series")]
    came = [each for each in found if 0 < each["got_ms"] <= sample["drawn_ms"]]
    nothing = {"sent_ms": sample["drawn_ms"], "got_ms": sample["drawn_ms"]}
    return max(came, key=lambda each: each["got_ms"], default=nothing)


def _is_api(request: dict[str, Any], start: str) -> bool:
    return str(request["path"]).startswith(f"/api{start}")


def _is_run(request: dict[str, Any]) -> bool:
    return str(request["path"]).count("/") == len(("api", "runs", "id"))


def _computed(worker_log: Iterable[str]) -> dict[str, dict[str, float]]:
    """For each run the numbers that its worker has written about it."""
    entries = (json.loads(line) for line in worker_log if '"run_computed"' in line)
    return {entry["run_id"]: entry for entry in entries}


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *rest = rows
    rule = ["---", *("---:" for _ in head[1:])]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *rest))
