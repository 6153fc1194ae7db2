"""`export`: a run as a file for other programs, without a server."""

import argparse
import sys
from pathlib import Path
from typing import Final

from lab_cli.kit.computed_run import compute_again, compute_run
from lab_cli.kit.named_modules import read_named_modules
from lab_cli.kit.output_file import check_writable, whole_file
from lab_cli.kit.packet_file import read_packet_window
from lab_cli.kit.scenario_input import (
    read_scenario_data,
    read_seed,
    scenario_from_data,
    seed_of,
)
from lab_cli.kit.stored_run import read_stored_run
from lab_exec import PacketWindow
from lab_exec.computed_run import ComputedRun
from lab_exec.errors import InputError
from lab_model.exports.names import RunFormat
from lab_model.exports.table import RUN_FILES, WITH_PACKETS, run_parts
from lab_model.scenarios import Scenario

STDOUT: Final = Path("-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "source",
        metavar="SCENARIO.json|RUN",
        help="a scenario to run, or a finished run: an exported .zip or a result .json",
    )
    parser.add_argument(
        "format",
        choices=list(RUN_FILES),
        metavar="FORMAT",
        help="; ".join(f"{name}: {file.content}" for name, file in RUN_FILES.items()),
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write; - is stdout")
    parser.add_argument(
        "--seed", metavar="N", help="seed for a scenario, 0 to 2^53 - 1 (default 1)"
    )
    parser.add_argument(
        "--packets",
        nargs=2,
        metavar=("FROM", "TO"),
        help=f"write the packets of this part of the run, in seconds ({WITH_PACKETS})",
    )


def run(arguments: argparse.Namespace) -> int:
    """Writes the file, whole or not at all."""
    if arguments.file != STDOUT:
        check_writable(arguments.file)
    packets = RUN_FILES[arguments.format].packets
    if packets == "required" and arguments.packets is None:
        raise InputError(
            f"{arguments.format} holds the packets of a part of the run: give --packets FROM TO, "
            "in seconds"
        )
    if packets == "none" and arguments.packets is not None:
        raise InputError(f"--packets can be given only with {WITH_PACKETS}")
    computed = _computed(arguments.source, arguments.seed, arguments.packets)
    _write(computed, arguments.format, arguments.file)
    return 0


def _computed(source: str, seed_text: str | None, part: list[str] | None) -> ComputedRun:
    stored = read_stored_run(source)
    if stored is None:
        data, named = read_named_modules(read_scenario_data(source), source)
        scenario = scenario_from_data(data)
        if problems := named.problems(scenario):
            raise InputError(*(problem.message for problem in problems))
        seed, window = seed_of(source, seed_text), _window(part, scenario)
        return compute_run(scenario, seed, window, named.contents)
    if seed_text is not None:
        raise InputError(f"--seed is {seed_text}; '{source}' is a run and has its own")
    scenario = scenario_from_data(stored.scenario)
    return compute_again(stored, scenario, read_seed(str(stored.seed)), _window(part, scenario))


def _window(part: list[str] | None, scenario: Scenario) -> PacketWindow | None:
    return None if part is None else read_packet_window(part, scenario.duration_s)


def _write(computed: ComputedRun, wanted: RunFormat, path: Path) -> None:
    parts = run_parts(wanted, computed.run, computed)
    if path == STDOUT:
        sys.stdout.buffer.writelines(parts)
        sys.stdout.buffer.flush()
        return
    with whole_file(path) as partial, partial.open("wb") as file:
        file.writelines(parts)
