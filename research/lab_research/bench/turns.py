"""Runs of this core and of another checkout's, in turns: what a change was worth in seconds.

Each turn is a process of its own, with the Python of its checkout, so that both are treated alike.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab_exec.errors import InputError, RunFailedError
from lab_model.scenarios import Scenario

RUNS_OF_A_TURN: Final = 20
"""A run of some milliseconds is too short for a clock: a turn takes the mean of so many."""

# Only what has been in every checkout since there is a `lab_exec`.
_PROGRAM: Final = """
import json, sys, time
from lab_exec import core_version, run_scenario
from lab_model.scenarios import validate_scenario
task = json.load(sys.stdin)
scenario = validate_scenario(task["scenario"])
run_scenario(scenario, 1, series=False)
started_s = time.process_time()
for _ in range(task["runs"]):
    result = run_scenario(scenario, 1, series=False)
cpu_s = (time.process_time() - started_s) / task["runs"]
packets = result["simulated_packets"]
print(json.dumps({"core_version": core_version(), "packets": packets, "cpu_s": cpu_s}))
"""


@dataclass(frozen=True)
class Turn:
    """One turn: the mean of its runs."""

    core_version: str
    packets: int
    cpu_s: float

    @property
    def packets_per_s(self) -> float:
        """Through the bottleneck, per CPU second."""
        return self.packets / self.cpu_s


def python_of(folder: Path | None) -> str:
    """The Python of a checkout; None: this one. Raises `InputError` where none is built."""
    if folder is None:
        return sys.executable
    python = folder / ".venv" / "bin" / "python"
    if not python.exists():
        raise InputError(
            f"--beside is '{folder}'; it must be a checkout with a core that is built: call "
            "'./lab algorithms' there once"
        )
    return str(python)


def take_turn(python: str, scenario: Scenario, runs: int = RUNS_OF_A_TURN) -> Turn:
    """One turn. Raises `RunFailedError` if that checkout cannot run the scenario."""
    task = json.dumps({"scenario": scenario.model_dump(mode="json"), "runs": runs})
    done = subprocess.run(
        [python, "-P", "-c", _PROGRAM], input=task, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RunFailedError(f"{python} could not run the scenario:\n{done.stderr.strip()}")
    return Turn(**json.loads(done.stdout))
