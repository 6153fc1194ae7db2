"""`bench`: how fast the core is, and what that costs in memory; docs/performance.md explains it.

Every case runs in a fresh process, so that its peak memory is its own. Times are CPU times of one
thread: other jobs on the machine disturb them least.
"""

import argparse
import json
import platform
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.output_file import check_writable, write_text
from lab_exec import core_version
from lab_exec.errors import InputError
from lab_research.bench import experiment, files, forecast, ns3, sweep, tails
from lab_research.bench.loads import (
    FLOW_CURVE,
    GATE_LOADS,
    MEMORY_LOAD,
    RECORDING_LOADS,
    WINDOW_CURVE,
    Load,
)
from lab_research.bench.measure import (
    Speed,
    in_own_process,
    measure_memory,
    measure_recording,
    measure_speed,
)
from lab_research.bench.report import print_curve, print_gate, print_memory, print_recording

DEFAULT_PACKETS: Final = 1_500_000
LEAST_PACKETS: Final = 10_000
MOST_PACKETS: Final = 3_000_000
GATE_REPETITIONS: Final = 3
RECORDING_REPETITIONS: Final = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "--packets",
        default=str(DEFAULT_PACKETS),
        metavar="N",
        help="packets that a saturated link would carry per run, in 2 to 1000 simulated seconds "
        f"(default {DEFAULT_PACKETS})",
    )
    parser.add_argument(
        "--ns3", action="store_true", help="compare with ns-3 instead (needs libns3-dev)"
    )
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="FOLDER",
        help="with --ns3: the core of another checkout takes its turns as well",
    )
    parser.add_argument(
        "--sweep",
        action="store_true",
        help="measure what a sweep costs beyond the core instead, by the length of its runs, and "
        "how well it is predicted from a part of it",
    )
    parser.add_argument(
        "--experiment",
        action="store_true",
        help="measure what queue and database add to an experiment instead",
    )
    parser.add_argument(
        "--tails",
        action="store_true",
        help="measure what it costs a run that its curves can be watched instead",
    )
    parser.add_argument(
        "--files",
        action="store_true",
        help="measure what the files of an experiment cost by size and format instead",
    )
    parser.add_argument(
        "--modules",
        action="store_true",
        help="measure what an algorithm costs as a module instead (docs/own-algorithms.md)",
    )
    # Answered by tools.commands.bench_page, which starts a lab and a browser.
    parser.add_argument(
        "--page",
        action="store_true",
        help="measure in Chromium, instead, how long a user waits for a picture: from Run to the "
        "first curve, to the curves of a stored result, to the first page (--count N times each, "
        "--presets A,B, --press-ms N, --url a lab that runs already, --throttled the first page "
        "with a slower processor and network; ./lab bench --page --help)",
    )
    # Answered by tools.commands.bench_api, which starts a lab.
    parser.add_argument(
        "--api",
        action="store_true",
        help="measure the CPU time of each kind of request instead (--count N of each)",
    )
    # For tools.commands.bench_servers, which starts the worker.
    parser.add_argument("--worker-log", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers")


def run(arguments: argparse.Namespace) -> int:
    """Measures everything and prints each table when it is complete."""
    packets = _packet_count(arguments.packets)
    if arguments.json is not None:
        check_writable(arguments.json)
    content = _content(arguments, packets)
    if arguments.json is not None:
        write_text(arguments.json, json.dumps(content, indent=1) + "\n")
    return 0


def _content(arguments: argparse.Namespace, packets: int) -> dict[str, Any]:
    if arguments.ns3:
        return ns3.compare(arguments.beside)
    if arguments.beside is not None:
        raise InputError("--beside is of --ns3")
    others: list[tuple[bool, Callable[[], dict[str, Any]]]] = [
        (arguments.sweep, lambda: {**sweep.measure(), "forecast": forecast.measure()}),
        (arguments.experiment, lambda: experiment.measure(arguments.worker_log)),
        (arguments.tails, tails.measure),
        (arguments.files, files.measure),
        (arguments.modules, _measure_modules),
    ]
    for is_asked, measure in others:
        if is_asked:
            return measure()
    return _measure(packets)


def _measure_modules() -> dict[str, Any]:
    # wasmtime is loaded with the first module.
    from lab_research.bench import modules

    return modules.measure()


def _packet_count(text: str) -> int:
    if not text.isdigit() or not LEAST_PACKETS <= int(text) <= MOST_PACKETS:
        raise InputError(
            f"--packets is '{text}'; it must be from {LEAST_PACKETS} to {MOST_PACKETS}"
        )
    return int(text)


def _measure(packets: int) -> dict[str, Any]:
    gate = [
        (in_own_process(measure_speed, load, packets, GATE_REPETITIONS), goal)
        for load, goal in GATE_LOADS
    ]
    print_gate(
        gate,
        f"40 ms, 1 BDP of buffer; best of {GATE_REPETITIONS}; one thread; {platform.machine()}; "
        f"core {core_version()}",
    )
    flow_curve = _curve("Cost of a packet against the number of flows", FLOW_CURVE, packets)
    window_curve = _curve("Cost of a packet against the window", WINDOW_CURVE, packets)
    memory = in_own_process(measure_memory, MEMORY_LOAD)
    print_memory(memory)
    recording = [
        in_own_process(measure_recording, load, packets, RECORDING_REPETITIONS)
        for load in RECORDING_LOADS
    ]
    print_recording(recording)
    return {
        "core_version": core_version(),
        "cases": [
            {**asdict(speed), "goal": asdict(goal) if goal is not None else None}
            for speed, goal in gate
        ],
        "flow_curve": [asdict(speed) for speed in flow_curve],
        "window_curve": [asdict(speed) for speed in window_curve],
        "memory": asdict(memory),
        "recording": [asdict(item) for item in recording],
    }


def _curve(title: str, loads: tuple[Load, ...], packets: int) -> list[Speed]:
    measured = [in_own_process(measure_speed, load, packets, 1) for load in loads]
    print_curve(title, measured)
    return measured
