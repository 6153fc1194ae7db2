"""`bench`: packets through the bottleneck per second of one thread, and peak memory.

Every case runs in a fresh process, so that its peak memory is its own. The time is CPU time of
the run, series off; the best of three is shown, as the least disturbed by the machine.
"""

import argparse
import json
import multiprocessing
import platform
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from lab.scenarios import Scenario, validate_scenario
from lab_worker.cli.errors import InputError, RunFailedError
from lab_worker.cli.output_file import check_writable, whole_file
from lab_worker.cli.tables import print_table
from lab_worker.execution import core_version, run_scenario

FLOW_COUNTS: Final = (1, 2, 10, 100)
ALGORITHMS: Final = ("bbr2", "cubic")
REPETITIONS: Final = 3
RATE_PER_FLOW_BPS: Final = 10_000_000
RTT_S: Final = 0.04
PACKET_BYTES: Final = 1500
DEFAULT_PACKETS: Final = 1_500_000


@dataclass(frozen=True)
class Measurement:
    """One case."""

    algorithm: str
    flow_count: int
    simulated_packets: int
    cpu_s: float
    packets_per_s: float
    peak_memory_bytes: int
    """Of the whole process: interpreter and libraries included."""
    baseline_memory_bytes: int
    """Of the process just before the first run."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "--packets",
        default=str(DEFAULT_PACKETS),
        metavar="N",
        help=f"packets that a saturated link would carry per run (default {DEFAULT_PACKETS})",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers")


def run(arguments: argparse.Namespace) -> int:
    """Measures all cases and prints the table."""
    if not arguments.packets.isdigit() or not 10_000 <= int(arguments.packets) <= 3_000_000:
        raise InputError(f"--packets is '{arguments.packets}'; it must be from 10000 to 3000000")
    if arguments.json is not None:
        check_writable(arguments.json)
    measured = [
        _in_own_process(algorithm, flow_count, int(arguments.packets))
        for algorithm in ALGORITHMS
        for flow_count in FLOW_COUNTS
    ]
    if arguments.json is not None:
        content = {"core_version": core_version(), "cases": [asdict(item) for item in measured]}
        with whole_file(arguments.json) as partial:
            partial.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    rows = [
        [
            item.algorithm,
            str(item.flow_count),
            f"{item.packets_per_s / 1e6:.2f}",
            f"{item.cpu_s:.2f}",
            f"{(item.peak_memory_bytes - item.baseline_memory_bytes) / 2**20:.1f}",
            f"{item.peak_memory_bytes / 2**20:.0f}",
        ]
        for item in measured
    ]
    header = ["algorithm", "flows", "million packets/s", "CPU s", "run MiB", "process MiB"]
    caption = (
        f"10 Mbit/s per flow, 40 ms, 1 BDP; best of {REPETITIONS}; one thread; "
        f"{platform.machine()}; core {core_version()}"
    )
    print_table("Packets through the bottleneck per second of CPU", header, rows, caption)
    return 0


def _in_own_process(algorithm: str, flow_count: int, packet_count: int) -> Measurement:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as executor:
        try:
            return executor.submit(_measure, algorithm, flow_count, packet_count).result()
        except BrokenProcessPool:
            message = f"The process that simulated {flow_count} {algorithm} flows died"
            raise RunFailedError(message) from None


def _measure(algorithm: str, flow_count: int, packet_count: int) -> Measurement:
    scenario = validate_scenario(_scenario_data(algorithm, flow_count, packet_count))
    baseline = _peak_memory_bytes()
    runs = [_timed(scenario, seed) for seed in range(1, REPETITIONS + 1)]
    packets, cpu_s = max(runs, key=lambda run: run[0] / run[1])
    return Measurement(
        algorithm=algorithm,
        flow_count=flow_count,
        simulated_packets=packets,
        cpu_s=cpu_s,
        packets_per_s=packets / cpu_s,
        peak_memory_bytes=_peak_memory_bytes(),
        baseline_memory_bytes=baseline,
    )


def _timed(scenario: Scenario, seed: int) -> tuple[int, float]:
    """Packets through the bottleneck and CPU seconds of one run."""
    started_s = time.process_time()
    result = run_scenario(scenario, seed, series=False)
    return result["simulated_packets"], time.process_time() - started_s


def _scenario_data(algorithm: str, flow_count: int, packet_count: int) -> dict[str, Any]:
    rate_bps = RATE_PER_FLOW_BPS * flow_count
    return {
        "duration_s": packet_count * PACKET_BYTES * 8 / rate_bps,
        "packet_bytes": PACKET_BYTES,
        "bottleneck": {"rate_bps": rate_bps},
        "flows": [{"count": flow_count, "rtt_s": RTT_S, "algorithm": {"name": algorithm}}],
    }


def _peak_memory_bytes() -> int:
    # Linux counts in KiB.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
