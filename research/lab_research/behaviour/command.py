"""`behaviour`: whether the core here computes what its behaviour version says."""

import argparse
import json
import math
from pathlib import Path
from typing import Final

from lab_cli.kit.behaviour_history import (
    HISTORY_PATH,
    WRITE,
    History,
    declaration_refusal,
    history_text,
    is_written,
    read_history,
    refusal,
    written,
)
from lab_cli.kit.output_file import check_writable, write_text
from lab_cli.kit.progress import run_count_progress
from lab_cli.kit.scenario_input import read_seed
from lab_cli.kit.tables import print_table
from lab_exec import behaviour_version, core_version
from lab_exec.errors import InputError, RunFailedError
from lab_exec.fingerprints import (
    SEED,
    WHOLE,
    Fingerprints,
    fingerprint_scenarios,
    fingerprints_of,
)
from lab_exec.parallel import Job, job_count, run_all
from lab_model.behaviour import traits_of
from lab_model.scenarios import Scenario
from lab_research.behaviour.sample import Again, compute_again, sample

DIFFERENT: Final = 1
SAMPLE_HEADER: Final = ["", "", "numbers", "core then", ""]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "--write",
        action="store_true",
        help="write the fingerprints of a raised behaviour version to sim-core/behaviour.json",
    )
    parser.add_argument(
        "--only-with",
        metavar="TRAITS",
        help="with --write: only runs with one of these traits (prague,marked) may have changed",
    )
    parser.add_argument(
        "--sample",
        metavar="N",
        help="compute N shipped numbers again and compare them",
    )
    parser.add_argument("--seed", metavar="N", help="seed that draws the sample (default 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the sample there")
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")


def run(arguments: argparse.Namespace) -> int:
    """Says that all is as written, or fails with what to do."""
    process_count = job_count(arguments.jobs)
    if arguments.sample is not None:
        return _measure_sample(arguments, process_count)
    if arguments.only_with is not None and not arguments.write:
        raise InputError("--only-with belongs to --write")
    if arguments.seed is not None or arguments.json is not None:
        raise InputError("--seed and --json belong to --sample N")
    try:
        history = read_history(HISTORY_PATH)
    except ValueError as error:
        raise InputError(str(error)) from error
    computed = fingerprints(process_count)
    version = behaviour_version()
    message = refusal(history, version, computed)
    if message is not None:
        raise RunFailedError(message)
    if is_written(history, version, computed):
        count = sum(not name.endswith(WHOLE) for name in computed)
        print(f"Behaviour {version}: {count} runs, all as written. Core {core_version()}.")
        return 0
    if not arguments.write:
        raise RunFailedError(_unwritten(history, version))
    traits = {
        name + end: traits_of(item)
        for name, item in fingerprint_scenarios().items()
        for end in ("", WHOLE)
    }
    declared = [] if arguments.only_with is None else arguments.only_with.split(",")
    message = declaration_refusal(history, computed, traits, declared) if declared else None
    if message is not None:
        raise RunFailedError(message)
    write_text(HISTORY_PATH, history_text(written(history, version, computed, traits, declared)))
    print(f"{HISTORY_PATH.name}: behaviour {version}, {len(computed)} runs.")
    return 0


def _measure_sample(arguments: argparse.Namespace, process_count: int) -> int:
    if arguments.write:
        raise InputError("--write belongs to the fingerprints; a sample is only compared")
    count = arguments.sample
    if not count.isdecimal() or int(count) < 1:
        raise InputError(f"--sample is '{count}'; it must be a whole number from 1 on")
    seed = read_seed(arguments.seed or "1")
    if arguments.json is not None:
        check_writable(arguments.json)
    found = compute_again(sample(int(count), seed), process_count)
    different_count = sum(bool(again.different) for again in found)
    if arguments.json is not None:
        write_text(arguments.json, _sample_json(found, seed))
    rows = [
        [
            again.stored.source,
            again.stored.what,
            str(len(again.stored.numbers)),
            again.stored.core_version,
            f"different: {', '.join(again.different)}" if again.different else "equal",
        ]
        for again in found
    ]
    print_table(f"{len(found)} drawn with seed {seed}", SAMPLE_HEADER, rows)
    print(f"{_sample_verdict(len(found), different_count)} This is core {core_version()}.")
    return DIFFERENT if different_count else 0


def _sample_verdict(count: int, different_count: int) -> str:
    if different_count:
        return f"Not the same: {different_count} of {count}."
    return f"All {count} are the same, to the last digit."


def _sample_json(found: list[Again], seed: int) -> str:
    document = {
        "core_version": core_version(),
        "behaviour_version": behaviour_version(),
        "seed": seed,
        "sample": [
            {
                "source": again.stored.source,
                "what": again.stored.what,
                "core_version": again.stored.core_version,
                "number_count": len(again.stored.numbers),
                "different": {
                    name: [
                        _shown(again.stored.numbers.get(name)),
                        _shown(again.computed.get(name)),
                    ]
                    for name in again.different
                },
            }
            for again in found
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _shown(value: object) -> object:
    return None if isinstance(value, float) and math.isnan(value) else value


def fingerprints(process_count: int) -> dict[str, str]:
    """What the core here computes, by name of the run."""
    scenarios = fingerprint_scenarios()
    jobs = [Job(name, scenario, SEED) for name, scenario in scenarios.items()]
    with run_count_progress(len(jobs)) as on_done:
        results = run_all(jobs, process_count, on_done, _fingerprints)
    return {
        name: value
        for job, result in results
        for name, value in Fingerprints(**result).by_name(job.key).items()
    }


def _fingerprints(scenario: Scenario, seed: int) -> dict[str, str]:
    return fingerprints_of(scenario, seed)._asdict()


def _unwritten(history: History, version: int) -> str:
    what = "has new runs" if version == history.version else "is not written down yet"
    return f"Behaviour {version} {what}: {WRITE}, and commit sim-core/behaviour.json."
