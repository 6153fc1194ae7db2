"""`algorithm`: begin a module of one's own, and check one (docs/own-algorithms.md)."""

import argparse
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lab_cli.algorithm.situations import SEED, situations
from lab_exec import run_scenario
from lab_exec.errors import InputError, RunFailedError

if TYPE_CHECKING:
    from lab_exec.module_description import DeclaredParameter

SOURCES: Final = Path(__file__).parents[3] / "sim-core" / "modules"
HEADER: Final = "ccsim_algorithm.h"
FAILED: Final = 1

BUILD: Final = """#!/bin/sh
# Compiles algorithm.c into algorithm.wasm. Any clang that knows wasm32 does; the wheel ziglang has
# one: pip install ziglang
set -eu
cd "$(dirname "$0")"
${CC:-python3 -m ziglang cc} --target=wasm32-freestanding -O2 -s -nostdlib -Wl,--no-entry \\
    -o algorithm.wasm algorithm.c
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    new = actions.add_parser(
        "new",
        help="write the sources of a first module into a folder",
        description="Write NewReno in C, the ABI's header and a build script into a new folder.",
    )
    new.add_argument("folder", type=Path, metavar="DIR", help="made; it must not be there yet")
    check = actions.add_parser(
        "check",
        help="check a module",
        description="Check what a module exports and declares, and run it in networks that between "
        "them reach every event. Exit code 0: it passed; 1: it failed in one; 2: it is no module.",
    )
    check.add_argument("module", type=Path, metavar="FILE.wasm")


def run(arguments: argparse.Namespace) -> int:
    """Begins or checks a module."""
    if arguments.action == "new":
        return _begin(arguments.folder)
    return _check(arguments.module)


def _begin(folder: Path) -> int:
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise InputError(f"'{folder}' is there already; name a folder that is not") from None
    except OSError as error:
        raise InputError(f"'{folder}' cannot be made: {error.strerror}") from None
    shutil.copyfile(SOURCES / HEADER, folder / HEADER)
    shutil.copyfile(SOURCES / "newreno.c", folder / "algorithm.c")
    script = folder / "build.sh"
    script.write_text(BUILD, encoding="utf-8")
    script.chmod(0o755)
    print(
        f"'{folder}' has algorithm.c, which is NewReno. Change it, then:\n"
        f"  {script}\n"
        f"  ./lab algorithm check {folder / 'algorithm.wasm'}\n"
        f"  ./lab sim SCENARIO.json --algorithm {folder / 'algorithm.wasm'}"
    )
    return 0


def _check(path: Path) -> int:
    from lab_exec.wasm_module import load_module

    module = load_module(path)
    about = module.description
    print(f"{about.title} ({about.name}), SHA-256 {module.sha256}")
    for parameter in about.parameters:
        bounds = f"{parameter.minimum} to {parameter.maximum}, {parameter.default} by default"
        print(f"  parameter {parameter.name}: {bounds}")
    if about.series:
        print(f"  series {', '.join(series.name for series in about.series)}")
    failures = 0
    for name, problem in _problems(path, about.parameters):
        failures += problem is not None
        print(f"{'failed' if problem else 'passed'}  {name}{f': {problem}' if problem else ''}")
    print(f"{failures} failed" if failures else "all passed")
    return FAILED if failures else 0


def _problems(
    path: Path, parameters: "Sequence[DeclaredParameter]"
) -> Iterator[tuple[str, str | None]]:
    """What was tried, and what was wrong with it."""
    for name in situations():
        yield name, _problem_in(name, path, {})
    for parameter in parameters:
        for value in dict.fromkeys((parameter.minimum, parameter.maximum)):
            given = {parameter.name: value}
            yield f"{parameter.name}={value}", _problem_in("overflow", path, given)


def _problem_in(name: str, path: Path, parameters: dict[str, int]) -> str | None:
    from lab_exec.wasm_module import ChosenModule, load_module, with_module

    # A loaded module keeps its first failure: another network must not be blamed for it.
    module = load_module(path)
    scenario = with_module(situations()[name], ChosenModule(module, parameters))
    digests: set[str] = set()
    # A second run is of new instances: what it remembers of the first would show.
    for _run in range(2):
        try:
            result = run_scenario(scenario, SEED, modules={module.name: module})
        except RunFailedError as error:
            return str(error)
        digests.add(str(result["series_digest"]))
    if len(digests) > 1:
        return "the same run gave two different results"
    silent = [flow["label"] for flow in result["flows"] if flow["goodput_bps"] <= 0]
    return f"{' and '.join(silent)} delivered nothing" if silent else None
