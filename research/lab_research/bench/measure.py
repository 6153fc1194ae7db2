"""Takes the measurements of `bench`: CPU time and peak memory of runs of the core."""

import multiprocessing
import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from lab_exec import run_scenario
from lab_exec.errors import RunFailedError
from lab_model.scenarios import Scenario
from lab_research.bench.loads import (
    MEMORY_DURATION_S,
    RECORDING_INTERVAL_S,
    Load,
    duration_s,
    scenario_of,
)

# `getrusage` of Linux counts in KiB.
KIB: Final = 1024
Result = TypeVar("Result")


@dataclass(frozen=True)
class Speed:
    """Packets through the bottleneck, and what they took: the best of some runs."""

    algorithm: str
    flow_count: int
    rate_bps: int
    window_packets: float
    simulated_packets: int
    cpu_s: float
    packets_per_s: float
    peak_memory_bytes: int
    """Memory of the whole process, interpreter and libraries included."""
    baseline_memory_bytes: int
    """Memory of the process just before the first run."""


@dataclass(frozen=True)
class Recording:
    """One run without and with series and their digest; the least CPU time of each."""

    algorithm: str
    flow_count: int
    rate_bps: int
    simulated_packets: int
    plain_cpu_s: float
    recorded_cpu_s: float


def in_own_process(function: Callable[..., Result], *arguments: object) -> Result:
    """Calls it in a fresh process, so that the peak of its memory is its own."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as executor:
        try:
            return executor.submit(function, *arguments).result()
        except BrokenProcessPool:
            raise RunFailedError(f"The process for {arguments[0]} died") from None


def measure_speed(load: Load, packet_count: int, repetitions: int) -> Speed:
    """Runs without series; the best run is the one that the machine disturbed least."""
    scenario = scenario_of(load, duration_s(load, packet_count))
    baseline = _peak_memory_bytes()
    runs = [_timed(scenario, seed, series=False) for seed in range(1, repetitions + 1)]
    return _speed(load, max(runs, key=lambda run: run[0] / run[1]), baseline)


def measure_memory(load: Load) -> Speed:
    """One long run with series, as the worker does it: chunks are let go as they come."""
    scenario = scenario_of(load, MEMORY_DURATION_S, RECORDING_INTERVAL_S)
    baseline = _peak_memory_bytes()
    return _speed(load, _timed(scenario, 1, series=True), baseline)


def measure_recording(load: Load, packet_count: int, repetitions: int) -> Recording:
    """Measures both in turn, so that what disturbs the machine disturbs both."""
    scenario = scenario_of(load, duration_s(load, packet_count), RECORDING_INTERVAL_S)
    plain: list[float] = []
    recorded: list[float] = []
    packets = 0
    for _ in range(repetitions):
        packets, cpu_s = _timed(scenario, 1, series=False)
        plain.append(cpu_s)
        recorded.append(_timed(scenario, 1, series=True)[1])
    return Recording(
        algorithm=load.algorithm,
        flow_count=load.flow_count,
        rate_bps=load.rate_bps,
        simulated_packets=packets,
        plain_cpu_s=min(plain),
        recorded_cpu_s=min(recorded),
    )


def _timed(scenario: Scenario, seed: int, *, series: bool) -> tuple[int, float]:
    """Packets through the bottleneck and CPU seconds of one run."""
    started_s = time.process_time()
    result: dict[str, Any] = run_scenario(scenario, seed, series=series)
    return result["simulated_packets"], time.process_time() - started_s


def _speed(load: Load, run: tuple[int, float], baseline: int) -> Speed:
    packets, cpu_s = run
    return Speed(
        algorithm=load.algorithm,
        flow_count=load.flow_count,
        rate_bps=load.rate_bps,
        window_packets=load.window_packets,
        simulated_packets=packets,
        cpu_s=cpu_s,
        packets_per_s=packets / cpu_s,
        peak_memory_bytes=_peak_memory_bytes(),
        baseline_memory_bytes=baseline,
    )


def _peak_memory_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIB
