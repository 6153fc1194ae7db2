"""Runs of the core with their chains of causes, and packets to check them by."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from lab_exec import CauseWatch, PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_exec.chunk import Chunk
from lab_model.causes import STATES, FlowCase, FlowChain, chain_of, flow_cases, states_of
from lab_model.scenarios import Scenario, validate_scenario


@dataclass(frozen=True)
class Explained:
    """A run, and why its flows got what they got."""

    data: dict[str, Any]
    seed: int
    result: dict[str, Any]
    cases: dict[int, FlowCase]
    chains: dict[int, FlowChain]

    def link(self, flow: int, kind: str) -> Any:
        """One link of a flow's chain."""
        return next(link for link in self.chains[flow].links if link.kind == kind)

    def packets(self, from_s: float, to_s: float) -> PacketEvents:
        """Every packet event of a time, from the same run computed again."""
        found: list[PacketEvents] = []
        watch = PacketWatch(PacketWindow(from_s, to_s, 1_000_000), found.append)
        run_scenario(validate_scenario(self.data), self.seed, series=False, watch=watch)
        return found[0]


def explain(data: dict[str, Any], seed: int = 1) -> Explained:
    """Runs a scenario and makes a chain for every flow, as the service does."""
    scenario = validate_scenario(data)
    records: list[dict[str, Any]] = []
    chunks: list[Chunk] = []
    result = run_scenario(scenario, seed, on_chunk=chunks.append, watch=CauseWatch(records.append))
    states = _states(scenario, chunks, result)
    cases = flow_cases(scenario.model_dump(mode="json"), result, records[0], states)
    chains = {index: chain_of(case) for index, case in cases.items()}
    return Explained(data, seed, result, cases, chains)


def _states(
    scenario: Scenario, chunks: list[Chunk], result: dict[str, Any]
) -> dict[int, dict[str, float]]:
    flow_count = len(result["flows"])
    values: dict[int, dict[str, list[Any]]] = {index: {} for index in range(flow_count)}
    for chunk in chunks:
        for subject in chunk.subjects:
            if subject.subject != "flow":
                continue
            for name in STATES:
                if name in subject.columns:
                    values[subject.index].setdefault(name, []).append(subject.columns[name])
    found: dict[int, dict[str, float]] = {}
    for index, columns in values.items():
        whole = {name: np.concatenate(parts) for name, parts in columns.items()}
        count = len(next(iter(whole.values()), np.array([])))
        time_s = np.arange(1, count + 1) * result["sample_interval_s"]
        group = result["flows"][index]["group_index"]
        found[index] = states_of(scenario, group, time_s, whole)
    return found
