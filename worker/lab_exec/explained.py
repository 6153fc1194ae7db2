"""A run with the chains of causes of its flows, as the service makes them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lab_exec import CauseWatch, run_scenario
from lab_exec.chunk import Chunk
from lab_model.causes import FlowCase, FlowChain, chain_of, flow_cases, states_of
from lab_model.causes.chosen import state_names
from lab_model.scenarios import Scenario

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.wasm_module import LoadedModule


@dataclass(frozen=True)
class ExplainedRun:
    """A result, and the chains of causes of its flows, by index of the flow."""

    result: dict[str, Any]
    cases: dict[int, FlowCase]
    chains: dict[int, FlowChain]


def explained_run(
    scenario: Scenario,
    seed: int,
    modules: "Mapping[str, LoadedModule] | None" = None,
    on_progress: Callable[[float], object] | None = None,
) -> ExplainedRun:
    """Runs a scenario and makes a chain for every flow. `modules` and `on_progress` are as for
    `run_scenario`.
    """
    records: list[dict[str, Any]] = []
    chunks: list[Chunk] = []
    watch = CauseWatch(records.append)
    result = run_scenario(
        scenario,
        seed,
        on_chunk=chunks.append,
        on_progress=on_progress,
        watch=watch,
        modules=modules,
    )
    declared = {name: module.description for name, module in (modules or {}).items()}
    states = _states(scenario, chunks, result, state_names(declared.values()))
    document = scenario.model_dump(mode="json")
    cases = flow_cases(document, result, records[0], states, declared)
    return ExplainedRun(result, cases, {index: chain_of(case) for index, case in cases.items()})


def _states(
    scenario: Scenario, chunks: list[Chunk], result: dict[str, Any], names: tuple[str, ...]
) -> dict[int, dict[str, float]]:
    """What explanations name of the series of each flow, over the measurement window."""
    flow_count = len(result["flows"])
    values: dict[int, dict[str, list[Any]]] = {index: {} for index in range(flow_count)}
    for chunk in chunks:
        for subject in chunk.subjects:
            if subject.subject != "flow":
                continue
            for name in names:
                if name in subject.columns:
                    values[subject.index].setdefault(name, []).append(subject.columns[name])
    found: dict[int, dict[str, float]] = {}
    for index, columns in values.items():
        whole = {name: np.concatenate(parts) for name, parts in columns.items()}
        count = len(next(iter(whole.values()), np.array([])))
        time_s = np.arange(1, count + 1) * result["sample_interval_s"]
        inside = time_s > result["window"]["start_s"] + 1e-9
        within = {name: column[inside].tolist() for name, column in whole.items()}
        group_index = result["flows"][index]["group_index"]
        found[index] = states_of(scenario, group_index, time_s[inside].tolist(), within)
    return found
