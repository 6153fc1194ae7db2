"""`algorithm`: begin a module of one's own, check, judge and enter it (docs/own-algorithms.md)."""

import argparse
import json
import secrets
import shutil
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lab_cli.algorithm.languages import FIRST, LANGUAGES, Language
from lab_cli.kit.algorithm_input import read_tested
from lab_cli.kit.lab_connection import add_address_arguments, read_address
from lab_cli.kit.output_file import check_writable, write_text
from lab_exec import run_scenario
from lab_exec.errors import InputError, RunFailedError
from lab_exec.parallel import job_count, whole_number
from lab_model.scenarios import Scenario, validate_scenario

if TYPE_CHECKING:
    from lab_model.modules import DeclaredParameter

FAILED: Final = 1

SEED: Final = 3
_LINK: Final = {"rate_bps": 10_000_000, "delay_s": 0.01}
_FLOW: Final = {"rtt_s": 0.04, "algorithm": {"name": "newreno"}}
_BESIDE: Final = {"name": "cubic"}
FIRST_SCENARIO: Final = {
    "version": 1,
    "name": "An algorithm beside CUBIC",
    "duration_s": 30,
    "warmup_s": 5,
    "bottleneck": {**_LINK, "buffer": {"amount": 2, "unit": "bdp", "rtt_s": 0.04}},
    "flows": [{**_FLOW, "label": "first"}, {**_FLOW, "label": "second", "algorithm": _BESIDE}],
}
"""What a new folder has to run its module in."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    new = actions.add_parser(
        "new",
        help="write the sources of a first module into a folder",
        description="Write an algorithm, a build script and a scenario into a new folder.",
    )
    new.add_argument("folder", type=Path, metavar="DIR", help="made; it must not exist yet")
    new.add_argument(
        "--from",
        dest="source",
        choices=LANGUAGES["c"].sources(),
        default=FIRST,
        help=f"the algorithm to start from ({FIRST}; some languages do not have all)",
    )
    new.add_argument("--language", choices=list(LANGUAGES), default="c", help="(c)")
    check = actions.add_parser(
        "check",
        help="check a module",
        description="Check what a module exports and declares, and run it in networks that "
        "between them reach every event. Exit code 0: it passed; 1: it failed in "
        "one; 2: it is not a module.",
    )
    check.add_argument("module", type=Path, metavar="FILE.wasm")
    judge = actions.add_parser(
        "judge",
        help="score a module in open and hidden situations",
        description="Score a module, or an algorithm of the lab, against CUBIC in its place: in "
        "situations that everyone knows, in hidden twins of them, and in others "
        "drawn after the module was read. Exit code 0: no fault was found; 1: some "
        "were; 2: it is not a module.",
    )
    judge.add_argument("tested", metavar="FILE.wasm", help="or NAME, with :PARAMETER=VALUE,...")
    judge.add_argument(
        "--hidden-seed", metavar="N", help="draw the hidden situations of an earlier judgement"
    )
    judge.add_argument(
        "--json", type=Path, metavar="FILE", help="also write everything to this file"
    )
    judge.add_argument("--jobs", metavar="N", help="processes (default: one per core)")
    _add_enter(
        actions.add_parser(
            "enter",
            help="enter a module in the league of a lab",
            description="Store a module with its source in a lab, enter it in the league, and "
            "wait for its places. Your key of that lab is taken from LAB_OWNER_KEY. "
            "Exit code 0: it is entered; 1: its runs failed; 2: it is not a module, "
            "or the lab refuses it.",
        )
    )


def _add_enter(enter: argparse.ArgumentParser) -> None:
    enter.add_argument("module", type=Path, metavar="FILE.wasm")
    add_address_arguments(enter)
    enter.add_argument("--source", required=True, type=Path, metavar="FILE", help="its source")
    enter.add_argument("--build-line", required=True, metavar="TEXT", help="what made it")
    enter.add_argument("--licence", required=True, metavar="TEXT", help="of the source, e.g. MIT")
    enter.add_argument("--author", default="", metavar="NAME", help="shown to all users (none)")
    enter.add_argument("--no-wait", action="store_true", help="do not wait for its places")


def run(arguments: argparse.Namespace) -> int:
    """Begins, checks, judges or enters a module."""
    if arguments.action == "new":
        return _begin(arguments.folder, LANGUAGES[arguments.language], arguments.source)
    if arguments.action == "judge":
        return _judge(arguments)
    if arguments.action == "enter":
        return _enter(arguments)
    return _check(arguments.module)


def _begin(folder: Path, language: Language, source: str) -> int:
    files = language.files(source)
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise InputError(f"'{folder}' already exists; name a new folder") from None
    except OSError as error:
        raise InputError(f"'{folder}' cannot be made: {error.strerror}") from None
    for name, path in files.items():
        shutil.copyfile(path, folder / name)
    script = folder / "build.sh"
    script.write_text(language.build, encoding="utf-8")
    script.chmod(0o755)
    scenario = folder / "scenario.json"
    scenario.write_text(json.dumps(FIRST_SCENARIO, indent=1) + "\n", encoding="utf-8")
    print(
        f"'{folder}' has algorithm.{language.ending}, which is {source}. Change it, then:\n"
        f"  {script}\n"
        f"  ./lab algorithm check {folder / 'algorithm.wasm'}\n"
        f"  ./lab sim {scenario} --algorithm {folder / 'algorithm.wasm'}"
    )
    return 0


def _judge(arguments: argparse.Namespace) -> int:
    from lab_cli.judge.document import document, print_judgement
    from lab_cli.judge.judgement import judge

    tested = read_tested("FILE.wasm", arguments.tested)
    if arguments.json is not None:
        check_writable(arguments.json)
    # Drawn when the module exists: it cannot be made for the situations.
    seed = secrets.randbits(53) if arguments.hidden_seed is None else _seed(arguments.hidden_seed)
    said = document(tested, judge(tested, seed, job_count(arguments.jobs)))
    print_judgement(said)
    if arguments.json is not None:
        write_text(arguments.json, json.dumps(said, indent=1, allow_nan=False) + "\n")
    return FAILED if said["findings"] else 0


def _enter(arguments: argparse.Namespace) -> int:
    from lab_cli.algorithm.entering import enter, owner_key

    address = read_address(
        arguments.url,
        owner_key(),
        arguments.ca,
        plain_http=arguments.plain_http,
        is_owner=True,
    )
    said = {name: getattr(arguments, name) for name in ("build_line", "licence", "author")}
    is_in = enter(arguments.module, arguments.source, address, said, waits=not arguments.no_wait)
    return 0 if is_in else FAILED


def _seed(text: str) -> int:
    return whole_number("--hidden-seed", text, 0, 2**53 - 1)


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
    # The second run is of new instances and takes no samples: what a module remembers of the first,
    # and what reading its series changes, would show.
    results = []
    for series in (True, False):
        try:
            results.append(_result_in(name, path, parameters, series=series))
        except RunFailedError as error:
            return str(error)
    sampled, again = ({**result, "series_digest": None} for result in results)
    if sampled != again:
        return (
            "the run without samples gave a different result: a series changes what the module does"
        )
    silent = [flow["label"] for flow in again["flows"] if flow["goodput_bps"] <= 0]
    return f"{' and '.join(silent)} delivered nothing" if silent else None


def _result_in(
    name: str, path: Path, parameters: dict[str, int], *, series: bool
) -> dict[str, Any]:
    from lab_exec.scenario_modules import ChosenModule, with_module
    from lab_exec.wasm_module import load_module

    # A loaded module keeps its first failure and what fuel is left: each run has its own.
    module = load_module(path)
    scenario = with_module(situations()[name], ChosenModule(module, parameters))
    return run_scenario(scenario, SEED, series=series, modules={module.name: module})


@cache
def situations() -> dict[str, Scenario]:
    """Networks that together cause every event of the ABI, by name: two flows each, of NewReno,
    which a module replaces.
    """
    return {
        "overflow": _scenario({}),
        "random loss": _scenario({"loss": {"kind": "bernoulli", "probability": 0.01}}),
        "reordering": _scenario({"jitter_s": 0.02, "jitter_reorders": True}),
        "marks": _scenario({"queue": {"kind": "codel", "ecn": True}}, {"ecn": "classic"}),
        "timeouts": _scenario({"outages": [{"at_s": 2, "duration_s": 1.5}]}),
        "delay step": _scenario({"delay_schedule": [{"at_s": 3, "delay_s": 0.4}]}),
        "application": _scenario({}, {"traffic": {"kind": "on_off", "on_s": 0.7, "off_s": 1.3}}),
        "paced": _scenario({}, transport={"window_pacing": True}),
    }


def _scenario(
    bottleneck: dict[str, Any], flow: dict[str, Any] | None = None, **more: Any
) -> Scenario:
    flows = [{**_FLOW, **(flow or {})}, {**_FLOW, "rtt_s": 0.07, "start_s": 0.5}]
    return validate_scenario(
        {"duration_s": 8, "bottleneck": {**_LINK, **bottleneck}, "flows": flows, **more}
    )
