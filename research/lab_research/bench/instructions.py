"""Instructions for each ACK, with an algorithm of the core and with its twin that is a module.

Counted by callgrind of valgrind, so that other jobs on the machine change nothing. Every packet is
acknowledged by itself, so a run has as many ACKs as packets that arrived.

    python -m lab_research.bench.instructions ALGORITHM [FILE.wasm]

is the process that is counted: it computes the run and prints how many packets arrived.
"""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lab_exec import run_scenario
from lab_exec.errors import RunFailedError
from lab_exec.scenario_modules import ChosenModule, with_module
from lab_exec.wasm_module import load_module
from lab_model.scenarios import Scenario, validate_scenario

DURATION_S: Final = 5.0
ALL_EVENTS: Final = "ccsim::Simulation::run_events()"
ALGORITHM: Final = "ccsim::Sender::notify_control(ccsim::Sender::AckWork const&)"
"""What the sender says to the algorithm of an ACK, and the algorithm's answer."""
_INSTRUCTIONS: Final = re.compile(r"\s*([\d,]+) ")


@dataclass(frozen=True)
class PerAck:
    """Instructions for each ACK with one algorithm."""

    of_all: float
    """Instructions of the whole simulation: sender, network, receiver, algorithm."""
    of_algorithm: float
    """Instructions of the algorithm alone, calls to it included."""


def is_here() -> bool:
    """Whether they can be counted: valgrind is installed."""
    return shutil.which("valgrind") is not None


def count(algorithm: str, module: Path | None) -> PerAck:
    """Runs it under callgrind. Raises RunFailedError if that says nothing."""
    arguments = [algorithm, *([] if module is None else [str(module)])]
    with TemporaryDirectory() as folder:
        profile = Path(folder) / "callgrind.out"
        counted = _answer(
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={profile}",
            f"--toggle-collect={ALL_EVENTS}",
            sys.executable,
            "-m",
            "lab_research.bench.instructions",
            *arguments,
        )
        table = _answer("callgrind_annotate", "--inclusive=yes", "--threshold=100", str(profile))
    ack_count = int(counted)
    return PerAck(*(_inclusive(table, name) / ack_count for name in (ALL_EVENTS, ALGORITHM)))


def scenario_of(algorithm: str) -> Scenario:
    """A flow alone at 100 Mbit/s with a buffer of one BDP, each packet acknowledged."""
    flow = {
        "rtt_s": 0.04,
        "algorithm": {"name": algorithm},
        "receiver": {"ack_every_packets": 1},
    }
    bottleneck = {"rate_bps": 100_000_000, "delay_s": 0.01}
    return validate_scenario({"duration_s": DURATION_S, "bottleneck": bottleneck, "flows": [flow]})


def _answer(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunFailedError(f"{command[0]} failed: {done.stderr[-500:]}")
    return done.stdout


def _inclusive(table: str, function: str) -> int:
    """What a function took, with all that it called."""
    for line in table.splitlines():
        found = _INSTRUCTIONS.match(line)
        if found is not None and f":{function} [" in line:
            return int(found[1].replace(",", ""))
    raise RunFailedError(f"callgrind saw no {function}")


def _run(algorithm: str, path: str | None) -> None:
    scenario, modules = scenario_of(algorithm), {}
    if path is not None:
        chosen = ChosenModule(load_module(Path(path)), {})
        scenario = with_module(scenario, chosen)
        modules = {chosen.module.name: chosen.module}
    result = run_scenario(scenario, 1, series=False, modules=modules)
    sys.stdout.write(f"{result['flows'][0]['received_packets']}\n")


if __name__ == "__main__":
    _run(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
