"""Runs one scenario in the core: the only door to it."""

from collections.abc import Callable
from typing import Any

import ccsim

from lab_exec.chunk import Chunk, read_chunk
from lab_exec.core_scenario import core_scenario
from lab_exec.packets import PacketWatch, read_packets
from lab_exec.result import build_result
from lab_exec.series_digest import SeriesDigest
from lab_model.scenarios import Scenario

# About 5 to 20 calls a second on a machine of 2026: quick enough for a cancel and a progress bar,
# too rare to slow the core down.
PROGRESS_EVERY_EVENTS = 500_000


class RunCancelledError(Exception):
    """A progress callback returned False. `simulated_s` is how far the run had come."""

    def __init__(self, simulated_s: float) -> None:
        super().__init__(f"cancelled after {simulated_s:.12g} simulated seconds")
        self.simulated_s = simulated_s


def behaviour_version() -> int:
    """What the core that is installed here computes: raised when a run gives other numbers."""
    return ccsim.behaviour_version()


def core_version() -> str:
    """Release and hash of the core that is installed here."""
    return ccsim.core_version()


def run_scenario(
    scenario: Scenario,
    seed: int,
    *,
    on_chunk: Callable[[Chunk], object] | None = None,
    on_progress: Callable[[float], object] | None = None,
    series: bool = True,
    progress_every_events: int = PROGRESS_EVERY_EVENTS,
    packets: PacketWatch | None = None,
) -> dict[str, Any]:
    """Runs a scenario to its end and returns its result (see docs/architecture.md).

    `on_chunk` gets every finished chunk of series in order. `on_progress` gets the simulated time
    in seconds; returning False cancels, and `RunCancelledError` is raised. An exception of a
    callback comes out unchanged. With `series` False none are recorded, which is faster, and the
    result's `series_digest` is null; `on_chunk` is then never called. `packets` writes down
    the packet events of a part of the run; the result is the same with and without.
    """
    digest = SeriesDigest()

    def take(core_chunk: ccsim.SeriesChunk) -> None:
        chunk = read_chunk(core_chunk)
        digest.update(chunk)
        if on_chunk is not None:
            on_chunk(chunk)

    run = ccsim.run(
        core_scenario(scenario),
        seed,
        on_chunk=take if series else None,
        on_progress=on_progress,
        progress_every_events=progress_every_events,
        packet_window=None if packets is None else packets.window.for_core(),
    )
    if run.is_cancelled:
        raise RunCancelledError(run.simulated_s)
    if packets is not None:
        packets.on_events(read_packets(run))
    return build_result(scenario, seed, run, digest.hexdigest() if series else None)
