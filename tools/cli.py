"""The command line of `./lab`: the options of each command, and where it goes."""

import argparse
import importlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from tools.command_names import FORWARDED, OWN, OWN_ARGUMENTS, RESEARCH
from tools.console import say
from tools.drill_options import drill_options
from tools.errors import LabError
from tools.up_options import data_dir_option, up_options

INTERRUPTED = 130  # as a shell reports a program ended by Ctrl-C


@dataclass(frozen=True)
class Command:
    """One command: its options, and what it does."""

    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


SPECIAL_BENCHES = {  # measurements that start servers or a lab of their own
    "--experiment": ("bench_servers", "bench_experiment"),
    "--tails": ("bench_servers", "bench_tails"),
    "--page": ("bench_page", "bench_page"),
    "--api": ("bench_api", "bench_api"),
    "--database": ("bench_database", "bench_database"),
}
# Commands that the help lists after those of users.
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
    every_line = OWN | FORWARDED
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
            description=f"{OWN[name][0].upper()}{OWN[name][1:]}.",
        )
        command.add_options(sub)
    return parser


def _help_lines(summaries: dict[str, str]) -> str:
    return "\n".join(f"  {name:<11} {summary}" for name, summary in summaries.items())


def _commands() -> dict[str, Command]:
    return {
        "up": Command(up_options, _up),
        "down": Command(data_dir_option, _down),
        "status": Command(_status_options, _status),
        "logs": Command(_logs_options, _logs),
        "backup": Command(_backup_options, _backup),
        "verify": Command(_verify_options, _verify),
        "restore": Command(_restore_options, _restore),
        "reset": Command(_reset_options, _reset),
        "test": Command(_test_options, _test),
        "drill": Command(drill_options, _drill),
        "generate": Command(_no_options, _generate),
        "wasm": Command(_no_options, _wasm),
        "read": Command(_read_options, _read),
        "site": Command(_site_options, _site),
        "package": Command(_package_options, _package),
        "format": Command(_no_options, _format),
        "lock": Command(_lock_options, _lock),
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
