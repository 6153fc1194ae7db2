"""`sim`: one scenario, one seed, one JSON result on stdout."""

import argparse
import contextlib
import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lab_cli.kit.algorithm_input import read_module
from lab_cli.kit.named_modules import read_named_modules
from lab_cli.kit.output_file import check_writable
from lab_cli.kit.progress import simulated_time_progress
from lab_cli.kit.scenario_input import read_scenario_data, scenario_from_data, seed_of
from lab_exec import PacketWatch, run_scenario
from lab_exec.errors import InputError
from lab_model.scenarios import Scenario

# What writes series and packets is loaded when it is asked for.
if TYPE_CHECKING:
    from lab_cli.kit.packet_file import PacketRequest
    from lab_cli.kit.series_file import SeriesWriter
    from lab_exec.wasm_module import LoadedModule


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "scenario", metavar="SCENARIO.json", help="a scenario or a link #lab1=...; - reads stdin"
    )
    parser.add_argument("--seed", metavar="N", help="0 to 2^53 - 1 (default: the link's, or 1)")
    parser.add_argument(
        "--algorithm",
        metavar="[NAME=]FILE.wasm[:PARAMETER=VALUE,...]",
        help="run a module of your own (docs/own-algorithms.md) instead of the algorithm NAME, "
        "or of every algorithm",
    )
    parser.add_argument(
        "--series",
        type=Path,
        metavar="FILE",
        help="also write all series, one row per value (subject, index, metric, time_s, value), "
        "as .csv, .json or .parquet",
    )
    parser.add_argument(
        "--packets",
        nargs=3,
        metavar=("FROM", "TO", "FILE"),
        help="also write every packet event from FROM to TO (seconds), as .csv or .json",
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the result of a run."""
    seed = seed_of(arguments.scenario, arguments.seed)
    if arguments.series is not None:
        from lab_cli.kit.series_file import series_format

        series_format(arguments.series)
        check_writable(arguments.series)
    data, named = read_named_modules(read_scenario_data(arguments.scenario), arguments.scenario)
    scenario = scenario_from_data(data)
    modules = dict(named.loaded)
    if arguments.algorithm is not None:
        from lab_exec.scenario_modules import with_module

        module = read_module("--algorithm", arguments.algorithm)
        scenario = with_module(scenario, module)
        modules[module.module.name] = module.module
    if problems := named.problems(scenario):
        raise InputError(*(problem.message for problem in problems))
    wanted = None
    if arguments.packets is not None:
        from lab_cli.kit.packet_file import read_packet_request

        wanted = read_packet_request(arguments.packets, scenario.duration_s)
    result = _run(scenario, seed, arguments.series, wanted, modules)
    json.dump(result, sys.stdout, indent=2, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")
    sys.stdout.flush()
    return 0


def _run(
    scenario: Scenario,
    seed: int,
    series_path: Path | None,
    wanted: "PacketRequest | None",
    modules: "Mapping[str, LoadedModule]",
) -> dict[str, object]:
    with contextlib.ExitStack() as stack:
        writer: SeriesWriter | None = None
        if series_path is not None:
            from lab_cli.kit.series_file import open_series_file

            writer = stack.enter_context(open_series_file(series_path, scenario.sample_interval_s))
        on_progress = stack.enter_context(simulated_time_progress(scenario.duration_s))
        return run_scenario(
            scenario,
            seed,
            on_chunk=writer.write if writer else None,
            on_progress=on_progress,
            watch=_watch(wanted) if wanted else None,
            modules=modules,
        )


def _watch(wanted: "PacketRequest") -> PacketWatch:
    from lab_cli.kit.packet_file import write_packets

    return PacketWatch(wanted.window, partial(write_packets, wanted))
