"""What a check sees of a run: the phases, the events and the series of its only BBR flow."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from lab_exec import Chunk, Phase, run_scenario
from lab_exec.errors import RunFailedError
from lab_model.scenarios import Scenario

SEED = 1
Answer = tuple[bool, str]
"""Whether a case holds, and the numbers that say so."""


@dataclass(frozen=True)
class Observed:
    """A finished run."""

    scenario: Scenario
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

    def first(self, phase: str, after_s: float = 0.0) -> Phase:
        """The first phase of this name that begins after a time."""
        for each in self.phases:
            if each.phase == phase and each.start_s >= after_s:
                return each
        raise RunFailedError(f"The run has no {phase} after {after_s} s")

    def following(self, phase: Phase) -> Phase:
        """The phase after one."""
        index = self.phases.index(phase) + 1
        if index == len(self.phases):
            raise RunFailedError(f"The run ends in {phase.phase}")
        return self.phases[index]

    def at(self, name: str, time_s: float) -> float:
        """A series at the last sample before a time; NaN: not set."""
        index = math.ceil(time_s / self.scenario.sample_interval_s) - 1
        return self.series[name][min(max(index - 1, 0), len(self.series[name]) - 1)]

    def within(self, name: str, start_s: float, end_s: float) -> list[float]:
        """The samples of a part of the run that are set."""
        first = math.ceil(start_s / self.scenario.sample_interval_s)
        last = math.floor(end_s / self.scenario.sample_interval_s)
        return [value for value in self.series[name][first:last] if not math.isnan(value)]

    def pairs(self) -> Iterator[tuple[Phase, Phase]]:
        """Each phase with the one after it."""
        return zip(self.phases, self.phases[1:], strict=False)

    def times_of(self, kind: str) -> list[float]:
        """When an event happened, in s."""
        return [time_s for time_s, name in self.events if name == kind]


def observe(scenario: Scenario) -> Observed:
    """Runs a scenario with the seed of the cases."""
    chunks: list[Chunk] = []
    result = run_scenario(scenario, SEED, on_chunk=chunks.append)
    series: dict[str, dict[str, list[float]]] = {"flow": {}, "link": {}}
    for chunk in chunks:
        for subject in chunk.subjects:
            if subject.index != 0 or subject.subject not in series:
                continue
            for name, values in subject.columns.items():
                series[subject.subject].setdefault(name, []).extend(values.tolist())
    return Observed(
        scenario=scenario,
        summary_digest=result["summary_digest"],
        utilisation_ratio=float(result["summary"]["utilisation_ratio"]),
        retransmit_ratio=float(result["flows"][0]["retransmit_ratio"]),
        phases=[each for chunk in chunks for each in chunk.phases if each.flow_index == 0],
        events=[(each.time_s, each.kind) for chunk in chunks for each in chunk.events],
        series=series["flow"],
        link_series=series["link"],
    )
