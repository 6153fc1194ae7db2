"""Computing a run for an export, with a progress bar."""

from collections.abc import Mapping
from dataclasses import replace

from lab_cli.kit.progress import simulated_time_progress
from lab_cli.kit.stored_run import StoredRun, require_modules
from lab_exec import Chunk, PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_exec.computed_run import ComputedRun
from lab_exec.errors import RunFailedError
from lab_exec.held_modules import load_held
from lab_model.exports.modules import ExportedModule
from lab_model.exports.run import ExportedRun, PacketPart
from lab_model.scenarios import Scenario


def compute_run(
    scenario: Scenario,
    seed: int,
    window: PacketWindow | None = None,
    modules: Mapping[str, bytes] | None = None,
) -> ComputedRun:
    """Runs a scenario and keeps its series, and the packets of a part of it. `modules` has the
    bytes of those that its flows run.
    """
    held = modules or {}
    chunks: list[Chunk] = []
    found: list[PacketEvents] = []
    with simulated_time_progress(scenario.duration_s) as on_progress:
        result = run_scenario(
            scenario,
            seed,
            on_chunk=chunks.append,
            on_progress=on_progress,
            watch=None if window is None else PacketWatch(window, found.append),
            modules=load_held(scenario, held),
        )
    run = ExportedRun(
        scenario.name,
        scenario.model_dump(mode="json"),
        seed,
        result,
        modules=lambda: map(ExportedModule, held.values()),
    )
    parts = [PacketPart(events.columns(), events.is_truncated) for events in found]
    return ComputedRun(run, chunks, parts[0] if parts else None)


def compute_again(
    stored: StoredRun, scenario: Scenario, seed: int, window: PacketWindow | None = None
) -> ComputedRun:
    """The series of a stored run, if they are still those of its result."""
    require_modules(stored.scenario, stored.modules, stored.name or "The run")
    computed = compute_run(scenario, seed, window, stored.modules)
    for digest in ("summary_digest", "series_digest"):
        if stored.result.get(digest) not in (None, computed.run.result[digest]):
            raise RunFailedError(
                f"The run was computed by core {stored.result['core_version']}, and core "
                f"{computed.run.result['core_version']} of this installation gives a different "
                f"{digest}: its series would not belong to the stored result. Export the scenario "
                "to get a run of this core."
            )
    return replace(computed, run=replace(computed.run, name=stored.name))
