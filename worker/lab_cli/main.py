"""The commands, and how each kind of failure ends."""

import argparse
import importlib
import importlib.util
import os
import sys
from typing import Final, Protocol, cast

from lab_exec.errors import InputError, RunFailedError

INPUT_WRONG: Final = 2
FAILED: Final = 1
INTERRUPTED: Final = 130  # 128 + SIGINT, as a shell reports it


class Command(Protocol):
    """The interface of a command's module."""

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        """Declares options and arguments."""

    @staticmethod
    def run(arguments: argparse.Namespace) -> int:
        """Does it and returns the exit code."""


# Each is a folder with a `command.py`, imported when it is used, so that --help is quick.
USERS: Final = {
    "sim": "run one scenario and print its result as JSON",
    "export": "write a run as a file for other programs",
    "replay": "compute a run of a file or a link again and compare its digests",
    "sweep": "compute an experiment, or a scenario over values of some settings",
    "store": "merge the runs that parts of a sweep have kept",
    "experiment": "take the runs of a store into an experiment of a lab",
    "slurm": "print a job script that computes an experiment in parts on a cluster",
    "presets": "measure the presets and check that each shows what it claims",
    "labs": "measure the shipped labs and check that each effect is there",
    "league": "rank all algorithms in the same situations",
    "report": "report on an algorithm, heading by heading of RFC 9743",
    "check": "compare an algorithm before and after a change, situation by situation",
    "break": "search for the simplest situation in which something goes badly",
    "worker": "compute experiments of a lab elsewhere, over HTTPS with a token",
    "mcp": "serve the lab to agents, by the Model Context Protocol",
    "algorithm": "begin a module of your own algorithm, check, judge or enter one",
    "contest": "score the modules of a class in scenarios drawn when all are in",
    "algorithms": "print the core's list of algorithms as JSON",
}

RESEARCH: Final = {
    "reproduce": "compute the experiments of a paper and compare its numbers",
    "validate": "compare the core with theory, papers and measured Linux runs",
    "cases": "run the test cases of the IETF's BBRv3 draft",
    "readings": "compare readings of FaiRTT over topologies, loss and seeds",
    "bench": "measure how many packets a second the core simulates",
    "behaviour": "check that the core computes what its behaviour version says",
    "witness": "compare the core's BBRv2 or BBRv3 with a public one (for developers; needs cargo)",
    "adapters": "compare controllers of public stacks with the core's own (needs cargo)",
    "datasets": "write the measurements as data sets, or prepare a deposit at Zenodo",
}
"""They are in `research/`, which an installed worker lacks: found by name, never imported here."""

# No module can have a keyword's name, and none should have that of a library it uses.
_FOLDERS: Final = {"break": "counterexample", "mcp": "agents"}


def main(arguments: list[str]) -> int:
    """Runs one command and returns its exit code."""
    try:
        parsed, command = _parse(arguments)
        return command.run(parsed)
    except InputError as error:
        print(error, file=sys.stderr)
        return INPUT_WRONG
    except RunFailedError as error:
        print(error, file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        # The reader of our output left (`| head`). Python must not complain when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt as interrupt:
        print(interrupt.args[0] if interrupt.args else "interrupted", file=sys.stderr)
        return INTERRUPTED


def _parse(arguments: list[str]) -> tuple[argparse.Namespace, Command]:
    parser = argparse.ArgumentParser(
        prog="./lab",
        description="Simulations without a server; docs/command-line.md explains them.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    loaded: Command | None = None
    for name, summary in (USERS | RESEARCH).items():
        sub = commands.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
        )
        if name == chosen:
            loaded = _load(name)
            loaded.add_arguments(sub)
    parsed = parser.parse_args(arguments)
    if loaded is None:
        raise AssertionError("argparse has refused a missing command")
    return parsed, loaded


def _load(name: str) -> Command:
    package = "lab_cli"
    if name in RESEARCH:
        package = "lab_research"
        if importlib.util.find_spec(package) is None:
            raise InputError(f"{name}: runs from the sources of the lab only (research/)")
    module = importlib.import_module(f"{package}.{_FOLDERS.get(name, name)}.command")
    return cast(Command, module)
