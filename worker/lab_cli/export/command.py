"""`export`: a run as a file for other programs, without a server."""

import argparse
import sys
from pathlib import Path
from typing import Final

from lab_cli.kit.computed_run import compute_again, compute_run
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
from lab_model.exports.formats import FORMATS, WITH_PACKETS, ExportFormat
from lab_model.exports.write import export_parts
from lab_model.scenarios import Scenario

STDOUT: Final = Path("-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "source",
        metavar="SCENARIO.json|RUN",
        help="a scenario, which is run, or a run: an exported .zip or result .json",
    )
    formats = "; ".join(f"{name}: {facts.content}" for name, facts in FORMATS.items())
    parser.add_argument(
        "format",
        choices=list(FORMATS),
        metavar="FORMAT",
        help=formats,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write; - is stdout")
    parser.add_argument("--seed", metavar="N", help="of a scenario: 0 to 2^53 - 1 (default 1)")
    parser.add_argument(
        "--packets",
        nargs=2,
        metavar=("FROM", "TO"),
        help="the part of the run in s whose packets a pcapng holds; a qlog holds them, too",
    )


def run(arguments: argparse.Namespace) -> int:
    """Writes the file, whole or not at all."""
    if arguments.file != STDOUT:
        check_writable(arguments.file)
    if arguments.format == "pcapng" and arguments.packets is None:
        raise InputError("pcapng holds the packets of a part of the run: --packets FROM TO in s")
    if arguments.packets is not None and arguments.format not in WITH_PACKETS:
        raise InputError(f"--packets means something with {' and '.join(WITH_PACKETS)} only")
    computed = _computed(arguments.source, arguments.seed, arguments.packets)
    _write(computed, arguments.format, arguments.file)
    return 0


def _computed(source: str, seed_text: str | None, part: list[str] | None) -> ComputedRun:
    stored = read_stored_run(source)
    if stored is None:
        scenario = scenario_from_data(read_scenario_data(source))
        return compute_run(scenario, seed_of(source, seed_text), _window(part, scenario))
    if seed_text is not None:
        raise InputError(f"--seed is {seed_text}; '{source}' is a run and has its own")
    scenario = scenario_from_data(stored.scenario)
    return compute_again(stored, scenario, read_seed(str(stored.seed)), _window(part, scenario))


def _window(part: list[str] | None, scenario: Scenario) -> PacketWindow | None:
    return None if part is None else read_packet_window(part, scenario.duration_s)


def _write(computed: ComputedRun, wanted: ExportFormat, path: Path) -> None:
    parts = export_parts(wanted, computed.run, computed)
    if path == STDOUT:
        sys.stdout.buffer.writelines(parts)
        sys.stdout.buffer.flush()
        return
    with whole_file(path) as partial, partial.open("wb") as file:
        file.writelines(parts)
