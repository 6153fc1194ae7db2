"""`behaviour`: whether the core here computes what its behaviour version says."""

import argparse
from pathlib import Path
from typing import Final

from lab_cli.behaviour.history import (
    WRITE,
    History,
    history_text,
    is_written,
    read_history,
    refusal,
    written,
)
from lab_cli.kit.output_file import whole_file
from lab_cli.kit.progress import run_count_progress
from lab_exec import behaviour_version, core_version
from lab_exec.errors import InputError, RunFailedError
from lab_exec.fingerprints import SEED, fingerprint, fingerprint_scenarios
from lab_exec.parallel import Job, job_count, run_all
from lab_model.scenarios import Scenario

HISTORY_PATH: Final = Path(__file__).parents[3] / "sim-core" / "behaviour.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "--write",
        action="store_true",
        help="write the fingerprints of a raised behaviour version to sim-core/behaviour.json",
    )
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")


def run(arguments: argparse.Namespace) -> int:
    """Says that all is as written, or fails with what to do."""
    process_count = job_count(arguments.jobs)
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
        print(f"Behaviour {version}: {len(computed)} runs, all as written. Core {core_version()}.")
        return 0
    if not arguments.write:
        raise RunFailedError(_unwritten(history, version))
    with whole_file(HISTORY_PATH) as partial:
        partial.write_text(history_text(written(history, version, computed)), encoding="utf-8")
    print(f"{HISTORY_PATH.name}: behaviour {version}, {len(computed)} runs.")
    return 0


def fingerprints(process_count: int) -> dict[str, str]:
    """What the core here computes, by name of the run."""
    scenarios = fingerprint_scenarios()
    jobs = [Job(name, scenario, SEED) for name, scenario in scenarios.items()]
    with run_count_progress(len(jobs)) as on_done:
        results = run_all(jobs, process_count, on_done, _fingerprint)
    return {job.key: result["fingerprint"] for job, result in results}


def _fingerprint(scenario: Scenario, seed: int) -> dict[str, str]:
    return {"fingerprint": fingerprint(scenario, seed)}


def _unwritten(history: History, version: int) -> str:
    what = "has new runs" if version == history.version else "is not written down yet"
    return f"Behaviour {version} {what}: {WRITE}, and commit sim-core/behaviour.json."
