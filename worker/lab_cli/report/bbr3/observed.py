"""The data of a check: the phases, the events and the series of a run's only flow."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lab_exec import Chunk, Phase, run_scenario
from lab_exec.errors import RunFailedError
from lab_exec.parallel import may_continue
from lab_model.algorithms import registry
from lab_model.scenarios import Scenario

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.wasm_module import LoadedModule

SEED = 1
Answer = tuple[bool, str]
"""Whether a case holds, and the numbers that say so."""


class UndeclaredError(Exception):
    """A check needs something that the algorithm does not declare: the case cannot be judged."""


@dataclass(frozen=True)
class Declared:
    """Names of an algorithm's own state. Series are those that a run has."""

    phases: frozenset[str]
    reasons: frozenset[str] | None
    """Of phases; None: the core's algorithms do not list theirs."""

    def check(self, what: str, name: str) -> None:
        """Raises `UndeclaredError`."""
        names = self.phases if what == "phase" else self.reasons
        if names is not None and name not in names:
            raise UndeclaredError(f"declares no {what} {name}")


@dataclass(frozen=True)
class Observed:
    """A finished run."""

    scenario: Scenario
    declared: Declared
    summary_digest: str
    utilisation_ratio: float
    retransmit_ratio: float
    phases: list[Phase]
    events: list[tuple[float, str]]
    """Time in s and kind."""
    series: dict[str, list[float]]
    link_series: dict[str, list[float]]
    """Of the bottleneck."""

    @property
    def packet_bytes(self) -> int:
        """Of a full packet on the wire."""
        return self.scenario.packet_bytes

    @property
    def bdp_packets(self) -> float:
        """First rate of the link times base RTT."""
        bits = self.scenario.bottleneck.rate_bps * self.scenario.flows[0].rtt_s
        return bits / (8 * self.packet_bytes)

    def named(self, phase: str) -> list[Phase]:
        """All phases of this name."""
        self.declared.check("phase", phase)
        return [each for each in self.phases if each.phase == phase]

    def first(self, phase: str, after_s: float = 0.0) -> Phase:
        """The first phase of this name that begins after a time."""
        for each in self.named(phase):
            if each.start_s >= after_s:
                return each
        raise RunFailedError(f"The run has no {phase} after {after_s:.3f} s")

    def is_in(self, phase: Phase, name: str) -> bool:
        """Whether a phase is of this name."""
        self.declared.check("phase", name)
        return phase.phase == name

    def is_by(self, phase: Phase, reason: str) -> bool:
        """Whether a phase was entered for this reason."""
        self.declared.check("reason", reason)
        return phase.reason == reason

    def following(self, phase: Phase) -> Phase:
        """The phase after one."""
        index = self.phases.index(phase) + 1
        if index == len(self.phases):
            raise RunFailedError(f"The run ends in {phase.phase}")
        return self.phases[index]

    def values(self, name: str) -> list[float]:
        """A whole series; NaN: not set."""
        if name not in self.series:
            raise UndeclaredError(f"declares no series {name}")
        return self.series[name]

    def at(self, name: str, time_s: float) -> float:
        """A series at the last sample before a time; NaN: not set."""
        values = self.values(name)
        index = math.ceil(time_s / self.scenario.sample_interval_s) - 1
        return values[min(max(index - 1, 0), len(values) - 1)]

    def within(self, name: str, start_s: float, end_s: float) -> list[float]:
        """The samples of a part of the run that are set; at least one."""
        first = math.ceil(start_s / self.scenario.sample_interval_s)
        last = math.floor(end_s / self.scenario.sample_interval_s)
        found = [value for value in self.values(name)[first:last] if not math.isnan(value)]
        if not found:
            raise RunFailedError(f"{name} is not set from {start_s:.3f} to {end_s:.3f} s")
        return found

    def reached(self, name: str, value: float) -> float:
        """When a series first has a value or more, in s."""
        for index, each in enumerate(self.values(name)):
            if each >= value:
                return index * self.scenario.sample_interval_s
        raise RunFailedError(f"{name} never reaches {value:.6g}")

    def below(self, name: str, value: float, after_s: float) -> float:
        """When a series is first below a value after a time, in s; infinite: never."""
        interval_s = self.scenario.sample_interval_s
        times_s = (
            index * interval_s
            for index, each in enumerate(self.values(name))
            if index * interval_s > after_s and each < value
        )
        return next(times_s, math.inf)

    def before(self, time_s: float) -> Phase:
        """The last phase that begins before a time."""
        found = [each for each in self.phases if each.start_s < time_s]
        if not found:
            raise RunFailedError(f"The run has no phase before {time_s:.3f} s")
        return found[-1]

    def followed(self, name: str) -> Iterator[tuple[Phase, Phase]]:
        """Each phase of this name that ends within the run, with the one after it."""
        self.declared.check("phase", name)
        pairs = zip(self.phases, self.phases[1:], strict=False)
        return (pair for pair in pairs if pair[0].phase == name)

    def times_of(self, kind: str) -> list[float]:
        """When an event happened, in s."""
        return [time_s for time_s, name in self.events if name == kind]

    def first_time(self, kind: str) -> float:
        """When an event first happened, in s."""
        found = self.times_of(kind)
        if not found:
            raise RunFailedError(f"The run has no {kind}")
        return found[0]


NONE_LOADED: Final[Mapping[str, "LoadedModule"]] = {}


def declared_by(scenario: Scenario, modules: Mapping[str, "LoadedModule"]) -> Declared:
    """The declaration of the only flow's algorithm."""
    name = scenario.flows[0].algorithm.name
    if name in modules:
        own = modules[name].description
        return Declared(frozenset(own.phases), frozenset(own.reasons))
    (info,) = (each for each in registry().algorithms if each.name == name)
    return Declared(frozenset(info.phases), None)


def observe(scenario: Scenario, path: Path | None = None) -> Observed:
    """Runs a scenario with the seed of the cases; `path` is of the module that it names."""
    modules = NONE_LOADED
    if path is not None:
        from lab_exec.scenario_modules import modules_of

        modules = modules_of(scenario, [path])
    chunks: list[Chunk] = []
    result = run_scenario(
        scenario, SEED, on_chunk=chunks.append, on_progress=may_continue, modules=modules
    )
    series: dict[str, dict[str, list[float]]] = {"flow": {}, "link": {}}
    for chunk in chunks:
        for subject in chunk.subjects:
            if subject.index != 0 or subject.subject not in series:
                continue
            for name, values in subject.columns.items():
                series[subject.subject].setdefault(name, []).extend(values.tolist())
    return Observed(
        scenario=scenario,
        declared=declared_by(scenario, modules),
        summary_digest=result["summary_digest"],
        utilisation_ratio=float(result["summary"]["utilisation_ratio"]),
        retransmit_ratio=float(result["flows"][0]["retransmit_ratio"]),
        phases=[each for chunk in chunks for each in chunk.phases if each.flow_index == 0],
        events=[(each.time_s, each.kind) for chunk in chunks for each in chunk.events],
        series=series["flow"],
        link_series=series["link"],
    )
