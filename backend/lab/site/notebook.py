"""`import fairtt_lab` in a notebook of a page without a server: the Python client's names, where
they mean the same (docs/python.md).

    from fairtt_lab import buffer, flow, link, local, scenario

    lab = local()
    run = lab.run(scenario(link(10e6), [flow(name, rtt_s=0.04)], duration_s=10), seed=1)
    run.result.summary.utilisation_ratio

The core is in the same worker, so that a call comes back with its result. There is neither NumPy
nor pandas: a table is `Table`, a figure `Figure`. `use_page` sets the page that computes.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol, Self
from urllib.parse import urlencode

from lab.runs.schemas import RunCreate
from lab.site import in_page
from lab.site.computable import new_run
from lab.site.refusals import Json, RefusedError, read_body
from lab.site.shown import Figure, Record, Table, panels
from lab_model.comparisons.rows import estimate_row, pair_rows
from lab_model.experiments.metrics import Metric, UnknownMetricError, find_metric
from lab_model.experiments.numbers import numbers_of
from lab_model.hues import OF_LINK, hue_of
from lab_model.metrics import FLOW_SERIES, LINK_SERIES
from lab_model.scenarios import InvalidScenarioError, Scenario, validate_scenario
from lab_model.scenarios.short import buffer, copied, flow, link

__all__ = [
    "Difference",
    "FairttLabError",
    "Figure",
    "Interval",
    "InvalidInputError",
    "Lab",
    "NotFoundError",
    "Run",
    "RunFailedError",
    "Seeds",
    "Table",
    "buffer",
    "flow",
    "link",
    "local",
    "scenario",
    "simulate",
]

PLOTTED: Final = ("throughput_bps", "rtt_s", "cwnd_bytes", "queue_bytes")
PLOTTED_POINTS: Final = 1000
MAX_POINTS: Final = 10_000
MAX_SEEDS: Final = 1000
_NO_RUN: Final = "00000000-0000-0000-0000-000000000000"

ScenarioLike = Scenario | Json


class FairttLabError(Exception):
    """Something that is refused or cannot be done; the text says what."""


class InvalidInputError(FairttLabError, ValueError):
    """Something is out of bounds; `problems` has every field."""

    def __init__(self, detail: str, problems: Sequence[Json] = ()) -> None:
        lines = [problem["message"] for problem in problems]
        super().__init__(detail if len(lines) < 2 else "\n".join([detail, *lines]))
        self.problems = list(problems)
        first: Json = self.problems[0] if self.problems else {}
        self.field, self.value = first.get("path", ""), first.get("value")
        self.bound = first.get("bound")


class NotFoundError(FairttLabError, LookupError):
    """There is nothing of this name."""


class RunFailedError(FairttLabError):
    """A run that has no result."""


class PageCore(Protocol):
    """What the page's core answers, as JSON. `{"problem": "..."}` says why there is nothing."""

    def compute(self, scenario: str, seed: int) -> str:
        """`run`, by which its series are asked for, and `core`, its numbers."""

    def series(self, run: int, query: str) -> str:
        """As GET /api/runs/{run_id}/series."""

    def timeline(self, run: int) -> str:
        """As GET /api/runs/{run_id}/timeline."""

    def causes(self, run: int) -> str:
        """What limited each flow: the record from which chains of causes are derived."""

    def forget(self, run: int) -> None:
        """Its series are no longer needed."""

    def cases(self) -> str:
        """GET /api/presets."""

    def progress(self, done: int, of: int) -> None:
        """So many of the runs of a call are done."""


class _Page:
    core: PageCore | None = None


def use_page(core: PageCore) -> None:
    """Set the page that computes."""
    _Page.core = core


def _core() -> PageCore:
    if _Page.core is None:
        raise FairttLabError("There is no page that computes.")
    return _Page.core


def _answer_of(text: str) -> Any:
    found = json.loads(text)
    if isinstance(found, dict) and isinstance(found.get("problem"), str):
        raise RunFailedError(found["problem"])
    return found


def scenario(
    bottleneck: Json, flows: Sequence[Json], *, duration_s: float, name: str = "", **settings: Any
) -> Scenario:
    """A checked scenario. Raises `InvalidInputError` naming field, value and bound.

    `settings` are further fields of a scenario: `warmup_s=10`, `packet_bytes=1500`, ...
    """
    data = {"name": name, "duration_s": duration_s, "bottleneck": copied(bottleneck)}
    return _checked({**data, "flows": copied(flows), **settings})


def local() -> "Lab":
    """The lab of this page: its core computes here, and gives a server's digests."""
    return Lab()


def simulate(wanted: ScenarioLike, seed: int = 1) -> Record:
    """Compute a run; its result."""
    return Lab().run(wanted, seed).result


class Lab:
    """Runs and known cases."""

    def run(self, wanted: ScenarioLike, seed: int = 1) -> "Run":
        """Compute a run. Raises `InvalidInputError` and `RunFailedError`."""
        return Run(_created(wanted, seed))

    def run_many(self, pairs: Iterable[tuple[ScenarioLike, int]]) -> list["Run"]:
        """A run for each pair of scenario and seed, one after the other."""
        given = list(pairs)
        if not all(isinstance(pair, tuple | list) for pair in given):
            raise _invalid("runs", "runs must be pairs of a scenario and a seed, as (fight, 1)")
        # All are checked before the first is computed.
        return [Run(each) for each in _counted([_created(*pair) for pair in given])]

    def over_seeds(self, wanted: ScenarioLike, seeds: Iterable[int] = range(1, 11)) -> "Seeds":
        """The numbers of a scenario over seeds, for means with intervals; series are not kept."""
        if not isinstance(seeds, Iterable) or isinstance(seeds, str):
            raise _invalid("seeds", f"seeds is {seeds!r}; give several, e.g. range(5)", seeds)
        chosen = list(dict.fromkeys(seeds))
        if not 1 <= len(chosen) <= MAX_SEEDS:
            raise _invalid("seeds", f"there are {len(chosen)} seeds; 1 to {MAX_SEEDS} are allowed")
        return Seeds([_created(wanted, seed) for seed in chosen])

    def known_cases(self) -> Table:
        """One row per variant of each known case of the lab."""
        return Table(
            [
                {
                    "case": case["id"],
                    "variant": variant["id"],
                    "title": f"{case['title']}: {variant['title']}",
                    "setting": case["setting"],
                }
                for case in _answer_of(_core().cases())
                for variant in case["variants"]
            ]
        )

    def known_case(self, case: str, variant: str = "") -> Scenario:
        """The scenario of a known case, of its first variant if none is named. Raises
        `NotFoundError`.
        """
        cases = {each["id"]: each for each in _answer_of(_core().cases())}
        if case not in cases:
            raise NotFoundError(f"there is no known case '{case}'; there are {', '.join(cases)}")
        variants = {each["id"]: each for each in cases[case]["variants"]}
        name = variant or next(iter(variants))
        if name not in variants:
            raise NotFoundError(f"'{case}' has no variant '{name}'; it has {', '.join(variants)}")
        return _checked(variants[name]["scenario"])

    def __repr__(self) -> str:
        return "<lab in this page>"


class Run:
    """A run that is done: what was simulated, what came out, its series and its figures."""

    def __init__(self, created: Json) -> None:
        self.scenario = Scenario.model_validate(created["scenario"])
        self.name: str = created["name"]
        self.seed: int = created["seed"]
        self._number, self._result = _computed(created)

    def __del__(self) -> None:
        number = getattr(self, "_number", None)
        if number is not None and _Page.core is not None:
            _Page.core.forget(number)

    def wait(self, **_options: object) -> Self:
        """Itself: it is done."""
        return self

    @property
    def result(self) -> Record:
        """What came out: link, summary, every flow, digests (docs/architecture.md)."""
        return Record(self._result)

    def flows(self) -> Table:
        """One row per flow with everything that was measured of it over the window."""
        return Table(
            [{k: v for k, v in flow.items() if k != "parameters"} for flow in self._result["flows"]]
        )

    def series(
        self,
        metrics: Sequence[str] | str = (),
        *,
        subjects: Sequence[str] | str = (),
        from_s: float = 0.0,
        to_s: float | None = None,
        points: int | None = None,
    ) -> Table:
        """One row per value: subject, index, group_index, label, metric, time_s and value, in SI
        units; `table["value"]` is a list. Empty `metrics` or `subjects` mean all; `subjects` are
        "flow", "link", "group" or "flow:3". `points` asks for about so many buckets instead of
        every sample, with columns min and max.
        """
        names = _known_series(metrics)
        if points is not None and not 1 <= points <= MAX_POINTS:
            raise _invalid("points", f"points is {points}; it must be 1 to {MAX_POINTS}")
        count = self._result["sample_count"] if points is None else points
        asked: Json = {"from_s": from_s, "points": max(1, count), "metrics": names}
        asked |= {"subjects": _several(subjects)} | ({} if to_s is None else {"to_s": to_s})
        found = _answer_of(_core().series(self._number, urlencode(asked, doseq=True)))
        return Table(list(self._tidy(found, has_extremes=points is not None)))

    def _tidy(self, found: Json, *, has_extremes: bool) -> Iterable[Json]:
        for subject in found["subjects"]:
            index, kind = subject["index"], subject["subject"]
            owner = self._result["flows"][index] if kind == "flow" else {}
            group = index if kind == "group" else owner.get("group_index")
            about = {"subject": kind, "index": index, "group_index": group}
            about["label"] = "" if group is None else self._label(group)
            for metric, column in subject["columns"].items():
                ends = {name: column.get(name, column["mean"]) for name in ("min", "max")}
                for at, value in enumerate(column["mean"]):
                    if value is None:
                        continue
                    row = {**about, "metric": metric, "time_s": found["time_s"][at], "value": value}
                    extremes = {name: values[at] for name, values in ends.items()}
                    yield {**row, **extremes} if has_extremes else row

    def _label(self, group: int) -> str:
        own = (flow["label"] for flow in self._result["flows"] if flow["group_index"] == group)
        return next(own, "") or f"group {group + 1}"

    def plot(
        self,
        metrics: Sequence[str] | str = PLOTTED,
        *,
        from_s: float = 0.0,
        to_s: float | None = None,
    ) -> Figure:
        """A panel per metric with a line per flow group, the mean of its flows, or of the link."""
        names = _known_series(metrics) or list(PLOTTED)
        table = self.series(
            names, subjects=("group", "link"), from_s=from_s, to_s=to_s, points=PLOTTED_POINTS
        )
        lines: dict[tuple[str, str, int], tuple[list[float], list[float]]] = {}
        for row in table:
            line = lines.setdefault((row["metric"], row["subject"], row["index"]), ([], []))
            line[0].append(row["time_s"])
            line[1].append(row["value"])
        data: list[Json] = []
        for (metric, subject, index), (times, values) in lines.items():
            axis = names.index(metric) + 1
            is_link = subject == "link"
            data.append(
                {
                    "type": "scatter",
                    "mode": "lines",
                    "name": "link" if is_link else self._label(index),
                    "x": times,
                    "y": values,
                    "yaxis": "y" if axis == 1 else f"y{axis}",
                    "line": {"width": 1.5, "color": OF_LINK if is_link else hue_of(index)},
                    "legendgroup": subject + str(index),
                    "showlegend": (subject, index)
                    not in {each[1:] for each in list(lines)[: len(data)]},
                }
            )
        return Figure(data, panels(names))

    def phenomena(self) -> Table:
        """The phenomena of the run by the lab's definitions (docs/phenomena.md)."""
        body = {"run_id": _NO_RUN, "scenario": _plain_of(self.scenario), "result": self._result}
        timeline = _answer_of(_core().timeline(self._number))
        wanted = in_page.phenomena_series({"result": self._result})
        body |= {"phases": timeline["phases"], "events": timeline["events"], **self._asked(wanted)}
        return Table(in_page.phenomena(body)["phenomena"])

    def causes(self, flows: Sequence[int] = ()) -> list[Record]:
        """Why each of these flows gets what it gets (docs/causes.md), of the first of each group if
        none is named.
        """
        try:
            wanted = in_page.causes_series({"result": self._result, "flows": list(flows)})
        except RefusedError as error:
            raise _refusal(error) from None
        body = {"run_id": _NO_RUN, "scenario": _plain_of(self.scenario), "result": self._result}
        body |= {"record": _answer_of(_core().causes(self._number)), "flows": wanted["flows"]}
        return [
            Record(chain) for chain in in_page.causes({**body, **self._asked(wanted)})["chains"]
        ]

    def _asked(self, wanted: Json) -> Json:
        names = ("from_s", "points", "metrics", "subjects")
        query = urlencode({name: wanted[name] for name in names}, doseq=True)
        found = _answer_of(_core().series(self._number, query))
        subjects = [
            {
                "index": each["index"],
                "columns": {name: column["mean"] for name, column in each["columns"].items()},
            }
            for each in found["subjects"]
        ]
        return {"time_s": found["time_s"], "subjects": subjects}

    def __repr__(self) -> str:
        return f"<run {self.name!r}, seed {self.seed}: done>"


@dataclass(frozen=True)
class Interval:
    """The mean of a number over seeds, with the ends of its 95 % interval (Student's t; for ratios,
    of their logarithms). None where there are too few values.
    """

    metric: str
    count: int
    mean: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Difference(Interval):
    """The same of pairs by seed: a difference, or for ratios how many times as much."""

    kind: str
    is_distinguishable: bool | None


class Seeds:
    """The numbers of one scenario over seeds."""

    def __init__(self, created: Sequence[Json]) -> None:
        self.seeds = [each["seed"] for each in created]
        self.scenario = Scenario.model_validate(created[0]["scenario"])
        self._results: list[Json] = []
        for each in _counted(created):
            number, result = _computed(each)
            _core().forget(number)
            self._results.append(result)
        self._numbers = [numbers_of(result) for result in self._results]

    @property
    def metrics(self) -> list[str]:
        """The names of all numbers: `jain_index`, `group_0_rtt_s`, ... (docs/metrics.md)."""
        return list(self._numbers[0])

    @property
    def results(self) -> list[Record]:
        """By seed."""
        return [Record(result) for result in self._results]

    def values(self, metric: str) -> list[float | None]:
        """A number by seed; None where a run has none."""
        self._metric(metric)
        return [numbers.get(metric) for numbers in self._numbers]

    def interval(self, metric: str) -> Interval:
        """Its mean over the seeds."""
        known = [value for value in self.values(metric) if value is not None]
        found = estimate_row(known, self._metric(metric))
        return Interval(metric, found.count, found.mean, found.low, found.high)

    def difference_from(self, baseline: "Seeds", metric: str) -> Difference:
        """How much more it is than in `baseline`, pair by pair of equal seeds."""
        theirs = dict(zip(baseline.seeds, baseline.values(metric), strict=True))
        pairs = [
            (own, other)
            for seed, own in zip(self.seeds, self.values(metric), strict=True)
            if own is not None and (other := theirs.get(seed)) is not None
        ]
        ours, others = [own for own, _ in pairs], [other for _, other in pairs]
        found = pair_rows(ours, others, self._metric(metric))
        ends = (found.count, found.mean, found.low, found.high)
        return Difference(metric, *ends, found.kind, found.is_distinguishable)

    def table(self, metrics: Sequence[str] | str = ()) -> Table:
        """One row per number: count, mean, low and high."""
        names = _several(metrics) or self.metrics
        return Table([asdict(self.interval(name)) for name in names])

    def _metric(self, name: str) -> Metric:
        labels = [group.label for group in self.scenario.flows]
        try:
            found = find_metric(name, labels)
        except UnknownMetricError:
            found = None
        if found is None or name not in self._numbers[0]:
            raise _invalid("metric", f"there is no number '{name}'; `metrics` lists them", name)
        return found

    def __repr__(self) -> str:
        return f"<{len(self.seeds)} seeds of {self.scenario.name!r}>"


def _created(wanted: ScenarioLike, seed: int) -> Json:
    """A run before it is computed."""
    try:
        return new_run(read_body(RunCreate, {"scenario": _plain_of(wanted), "seed": seed}))
    except RefusedError as error:
        raise _refusal(error) from None


def _computed(created: Json) -> tuple[int, Json]:
    """Its number for the page, and its result."""
    found = _answer_of(_core().compute(json.dumps(created["scenario"]), created["seed"]))
    about = {"scenario": created["scenario"], "seed": created["seed"], "core": found["core"]}
    return found["run"], in_page.result(about)


def _checked(data: Json) -> Scenario:
    try:
        return validate_scenario(data)
    except InvalidScenarioError as error:
        items = [problem.model_dump(mode="json") for problem in error.problems]
        count = len(items)
        detail = items[0]["message"] if count == 1 else f"{count} fields are not valid."
        raise InvalidInputError(detail, items) from None


def _counted(created: Sequence[Json]) -> Iterator[Json]:
    """One after the other; the cell shows how far they are."""
    for done, each in enumerate(created):
        _core().progress(done, len(created))
        yield each


def _plain_of(wanted: ScenarioLike) -> Any:
    return wanted.model_dump(mode="json") if isinstance(wanted, Scenario) else copied(wanted)


def _refusal(error: RefusedError) -> InvalidInputError:
    return InvalidInputError(error.problem["detail"], error.problem["errors"])


def _invalid(field: str, message: str, value: Any = None) -> InvalidInputError:
    return InvalidInputError(message, [{"path": field, "message": message, "value": value}])


def _several(names: Sequence[str] | str) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _known_series(metrics: Sequence[str] | str) -> list[str]:
    """Those of the core; series of an algorithm have names of their own, as `bbr2.bw_bps`."""
    names = _several(metrics)
    for name in names:
        if "." not in name and name not in FLOW_SERIES and name not in LINK_SERIES:
            known = ", ".join([*FLOW_SERIES, *LINK_SERIES])
            raise _invalid("metrics", f"there is no series '{name}'; there are {known}", name)
    return names
