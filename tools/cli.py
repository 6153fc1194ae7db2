"""The command line of `./lab`: which commands there are, and where each one goes."""

import argparse
import importlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from tools.console import say
from tools.drill_options import drill_options
from tools.errors import LabError
from tools.up_options import data_dir_option, up_options

INTERRUPTED = 130  # as a shell reports a program ended by Ctrl-C


@dataclass(frozen=True)
class Command:
    """One command: its line in the help, its options, and what it does."""

    summary: str
    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


# The worker's own command line, or Python, answers these together with all of their options.
FORWARDED = {
    "sim": "run one scenario without any server and print its result",
    "sweep": "run an experiment: a scenario over values of settings and several seeds",
    "store": "merge the runs that parts of a sweep have kept",
    "experiment": "take the runs of a store into an experiment of a lab",
    "slurm": "print a job script that computes an experiment in parts on a cluster",
    "algorithm": "begin a module of your own algorithm, check, judge or enter one",
    "export": "write a run as a file: ZIP, CSV, notebook, BibTeX, qlog, pcapng and others",
    "replay": "compute a run of a file or a link again and compare its digests",
    "contest": "score the modules of a class in scenarios drawn when all are in",
    "league": "rank all algorithms in the same situations",
    "report": "report on an algorithm, heading by heading of RFC 9743",
    "check": "compare an algorithm before and after a change, situation by situation",
    "break": "search for the simplest situation in which one algorithm starves another",
    "algorithms": "print the core's list of algorithms",
    "mcp": "serve the lab to agents, by the Model Context Protocol",
    "worker": "compute experiments of a lab elsewhere, over HTTPS with a token",
    "worker-host": "compute for a lab whose database and broker are on another machine",
    "token": "make, list and revoke tokens for workers elsewhere",
    "bundle": "write all that ./lab up downloads or compiles into a file",
    "python": "start Python with the client fairtt_lab, data frames, plots and the core",
    "presets": "measure the presets and check that each shows what it claims",
    "labs": "measure the shipped labs and check that each effect is there",
}

# Forwarded in the same way; the code and the data are in research/.
RESEARCH = {
    "reproduce": "compute the experiments of a paper and compare its numbers",
    "validate": "compare the core with theory, papers and measured Linux runs",
    "cases": "run the cases of the IETF's BBRv3 draft, or of explanations",
    "readings": "compare the readings of FaiRTT over topologies, loss and seeds",
    "bench": "measure how many packets a second the core simulates",
    "behaviour": "check that the core computes what its behaviour version says",
    "witness": "compare the core's BBRv2 or BBRv3 with a public one (needs cargo)",
    "adapters": "compare controllers of public stacks with the core's own (needs cargo)",
    "datasets": "write the measurements as data sets, or prepare a deposit at Zenodo",
}

SPECIAL_BENCHES = {  # measurements that start servers or a lab of their own
    "--experiment": ("bench_servers", "bench_experiment"),
    "--tails": ("bench_servers", "bench_tails"),
    "--page": ("bench_page", "bench_page"),
    "--api": ("bench_api", "bench_api"),
    "--database": ("bench_database", "bench_database"),
}
# Of these a function of that name in the module of that name reads all arguments.
OWN_ARGUMENTS = {
    "python": "python",
    "token": "token",
    "bundle": "bundle",
    "worker-host": "worker_host",
}
# Of the help: what a user of the lab needs comes first.
_TO_BUILD = ("test", "drill", "generate", "wasm", "package", "format", "lock")
FOR_DEVELOPERS = (*_TO_BUILD, "presets", "labs")


def main(arguments: list[str]) -> int:
    """Run one command; errors that a person can act on are printed without a traceback."""
    try:
        special = _special_bench(arguments) if arguments[:1] == ["bench"] else None
        if special is not None:
            return special(arguments)
        if arguments and arguments[0] in OWN_ARGUMENTS:
            name = OWN_ARGUMENTS[arguments[0]]
            module = importlib.import_module(f"tools.commands.{name}")
            return int(getattr(module, name)(arguments))
        if arguments[:1] == ["mcp"]:
            from tools.bootstrap.api_types import ensure_client_models

            # The protocol's library is among the packages of the Python client.
            ensure_client_models()
        if arguments and arguments[0] in FORWARDED | RESEARCH:
            from tools.commands.forward import forward

            return forward(arguments)
        return _run(arguments)
    except LabError as error:
        say(f"lab: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED


def _special_bench(arguments: list[str]) -> Callable[[list[str]], int] | None:
    """The measurements that start servers or a lab of their own; None: the worker's own."""
    for option, (module, function) in SPECIAL_BENCHES.items():
        if option in arguments:
            found = getattr(importlib.import_module(f"tools.commands.{module}"), function)
            return cast("Callable[[list[str]], int]", found)
    return None


def _run(arguments: list[str]) -> int:
    commands = _commands()
    parser = _parser(commands)
    if not arguments:
        parser.print_help()
        return 0
    parsed = parser.parse_args(arguments)
    return commands[parsed.command].run(parsed)


def _parser(commands: dict[str, Command]) -> argparse.ArgumentParser:
    every_line = {name: command.summary for name, command in commands.items()} | FORWARDED
    users = {name: text for name, text in every_line.items() if name not in FOR_DEVELOPERS}
    developers = {name: every_line[name] for name in FOR_DEVELOPERS}
    lines = "\n\n".join(
        (
            _help_lines(users),
            f"Research (research/README.md):\n{_help_lines(RESEARCH)}",
            f"For developers of the lab:\n{_help_lines(developers)}",
        )
    )
    parser = argparse.ArgumentParser(
        prog="./lab",
        usage="./lab COMMAND [options]",
        description=f"FaiRTT Lab: run, compare and teach TCP congestion control.\n\n{lines}",
        epilog="./lab COMMAND --help explains one command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    # The list above stands in for argparse's own, which leaves the forwarded commands out.
    subparsers = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", help=argparse.SUPPRESS
    )
    for name, command in commands.items():
        sub = subparsers.add_parser(
            name,
            prog=f"./lab {name}",
            description=f"{command.summary[0].upper()}{command.summary[1:]}.",
        )
        command.add_options(sub)
    return parser


def _help_lines(summaries: dict[str, str]) -> str:
    return "\n".join(f"  {name:<11} {summary}" for name, summary in summaries.items())


def command_names() -> set[str]:
    """The first word of everything that `./lab` accepts."""
    return {*_commands(), *FORWARDED, *RESEARCH, *OWN_ARGUMENTS}


def _commands() -> dict[str, Command]:
    return {
        "up": Command("build what is missing, start the lab, print its address", up_options, _up),
        "down": Command("stop the lab that uses the data folder", data_dir_option, _down),
        "status": Command("show what is running, and where", _status_options, _status),
        "logs": Command("show the last lines of the logs", _logs_options, _logs),
        "backup": Command(
            "write all that the lab has stored into a file", _backup_options, _backup
        ),
        "verify": Command(
            "check every stored result against its digests", _verify_options, _verify
        ),
        "restore": Command("replace the stored data by a backup", _restore_options, _restore),
        "reset": Command("delete all runs and results", _reset_options, _reset),
        "test": Command("run the checks and tests", _test_options, _test),
        "drill": Command(
            "kill parts of a running lab and check that nothing is lost", drill_options, _drill
        ),
        "generate": Command(
            "write the generated files: algorithms, metrics, API and its clients",
            _no_options,
            _generate,
        ),
        "wasm": Command(
            "build the core for the page after its sources changed", _no_options, _wasm
        ),
        "read": Command(
            "read a measurement or the trace of a link: iperf3, ss, qlog, pcap and others",
            _read_options,
            _read,
        ),
        "site": Command(
            "write the lab as a folder of files that works without a server", _site_options, _site
        ),
        "package": Command(
            "build the Python client as a wheel and an sdist", _package_options, _package
        ),
        "format": Command("format Python, C++ and the interface's code", _no_options, _format),
        "lock": Command(
            "update the lock files after a change of dependencies", _lock_options, _lock
        ),
    }


def _no_options(_parser: argparse.ArgumentParser) -> None:
    """A command without options."""


def _status_options(parser: argparse.ArgumentParser) -> None:
    data_dir_option(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object, for scripts")


def _logs_options(parser: argparse.ArgumentParser) -> None:
    data_dir_option(parser)
    parser.add_argument("service", nargs="?", help="one service, as ./lab status names it")
    parser.add_argument(
        "-f", "--follow", action="store_true", help="keep printing new lines until Ctrl-C"
    )


def _reset_options(parser: argparse.ArgumentParser) -> None:
    data_dir_option(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _backup_options(parser: argparse.ArgumentParser) -> None:
    data_dir_option(parser)
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup to write")


def _verify_options(parser: argparse.ArgumentParser) -> None:
    data_dir_option(parser)
    parser.add_argument(
        "--compute-again",
        action="store_true",
        help="have the runs of damaged results computed again",
    )


def _restore_options(parser: argparse.ArgumentParser) -> None:
    data_dir_option(parser)
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup to read")
    parser.add_argument(
        "--replace",
        action="store_true",
        help="replace the runs that are there; they are backed up before",
    )
    parser.add_argument(
        "--without-damaged",
        action="store_true",
        help="restore what is whole, and have the runs of damaged results computed again",
    )


def _test_options(parser: argparse.ArgumentParser) -> None:
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="units only, under two minutes")
    size.add_argument("--full", action="store_true", help="also slow tests, faults, sanitizers")
    parser.add_argument("--only", metavar="STAGE", help="one stage, as the table names it")


def _lock_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--upgrade", action="store_true", help="use the newest compatible versions")


def _read_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the file; - is stdin")
    parser.add_argument("--json", metavar="OUT", help="write what was read as JSON; - is stdout")
    parser.add_argument(
        "--columns", metavar="ROLES", help="columns of a table, such as time=1:ms,rate=3:Mbit/s"
    )
    parser.add_argument(
        "--refine", nargs="?", const="", metavar="ALGORITHM", help="find the nearest network, too"
    )


def _site_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder",
        type=lambda text: Path(text).resolve(),
        metavar="DIR",
        help="the folder to write: new, empty, or written by this command before",
    )
    kept = "a site whose cores of older behaviours are kept for its links; those of DIR are, too"
    parser.add_argument("--keep", type=Path, metavar="OLD", help=kept)


def _package_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=lambda text: Path(text).resolve(),
        metavar="DIR",
        help="folder for the files (default: build/packages in the project)",
    )
    parser.add_argument(
        "--core", action="store_true", help="also a wheel of the core, for machines like this one"
    )
    npm = "also a package of npm: the core for Node and for pages"
    parser.add_argument("--npm", action="store_true", help=npm)


def _up(parsed: argparse.Namespace) -> int:
    from tools.commands.up import up
    from tools.up_options import up_options_of

    return up(up_options_of(parsed))


def _down(parsed: argparse.Namespace) -> int:
    from tools.commands.instance import down

    return down(parsed.data_dir)


def _status(parsed: argparse.Namespace) -> int:
    from tools.commands.instance import status

    return status(parsed.data_dir, as_json=parsed.json)


def _logs(parsed: argparse.Namespace) -> int:
    from tools.commands.instance import logs

    return logs(parsed.data_dir, parsed.service, follow=parsed.follow)


def _reset(parsed: argparse.Namespace) -> int:
    from tools.commands.instance import reset

    return reset(parsed.data_dir, confirmed=parsed.yes)


def _backup(parsed: argparse.Namespace) -> int:
    from tools.commands.backup import backup

    return backup(parsed.data_dir, parsed.file)


def _verify(parsed: argparse.Namespace) -> int:
    from tools.commands.backup import verify

    return verify(parsed.data_dir, computes_again=parsed.compute_again)


def _restore(parsed: argparse.Namespace) -> int:
    from tools.commands.backup import restore

    return restore(
        parsed.data_dir,
        parsed.file,
        replaces=parsed.replace,
        without_damaged=parsed.without_damaged,
    )


def _test(parsed: argparse.Namespace) -> int:
    from tools.commands.test import run_tests

    size = "quick" if parsed.quick else "full" if parsed.full else "normal"
    return run_tests(size, only=parsed.only)


def _drill(parsed: argparse.Namespace) -> int:
    from tools.commands.drill import drill

    every_kind = ("large", "crowd", "storm", "viewers", "starts")
    kinds = [kind for kind in every_kind if getattr(parsed, kind)]
    if parsed.memory is not None and (not parsed.viewers or parsed.memory.suffix != ".csv"):
        message = f"--memory is {parsed.memory}: it needs --viewers, and a name that ends in .csv"
        raise LabError(message, exit_code=2)
    for name in ("runs", "faults", "seed"):
        value = getattr(parsed, name)
        if value is None:
            continue
        if not parsed.storm or value < 1:
            raise LabError(f"--{name} is {value}: it needs --storm, and at least 1", exit_code=2)
        os.environ[f"LAB_STORM_{name.upper()}"] = str(value)
    return drill(parsed.json, kinds=kinds or ["drill"], memory_file=parsed.memory)


def _wasm(_parsed: argparse.Namespace) -> int:
    from tools.commands.wasm import wasm

    return wasm()


def _generate(_parsed: argparse.Namespace) -> int:
    from tools.commands.generate import generate

    return generate()


def _read(parsed: argparse.Namespace) -> int:
    from tools.commands.read import read_file

    return read_file(parsed)


def _site(parsed: argparse.Namespace) -> int:
    from tools.commands.site import site

    return site(parsed.folder, parsed.keep and parsed.keep.resolve())


def _package(parsed: argparse.Namespace) -> int:
    from tools.commands.package import DEFAULT_FOLDER, package

    return package(parsed.out or DEFAULT_FOLDER, with_core=parsed.core, with_npm=parsed.npm)


def _format(_parsed: argparse.Namespace) -> int:
    from tools.commands.format import format_code

    return format_code()


def _lock(parsed: argparse.Namespace) -> int:
    from tools.commands.lock import compile_locks

    compile_locks(upgrade=parsed.upgrade)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
