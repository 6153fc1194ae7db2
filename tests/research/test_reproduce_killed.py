"""`./lab reproduce --full` that is killed: what is shipped stays whole, and the next call resumes.

It writes into the package that it is loaded from, so a copy of `lab_model` with small grids stands
in for it, and every call is a process of its own, as it is for a person.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

import lab_model
from lab_model.experiments import read_experiment
from lab_model.experiments.bundle import read_bundle
from tests.support.processes import PATIENCE_S, wait_until

pytestmark = pytest.mark.slow

KEY: Final = "sizing-ten-flows"
BUFFERS_BDP: Final = (0.1, 1, 5)
ALGORITHMS: Final = ({"name": "cubic"}, {"name": "bbr1"})
SEEDS: Final = 2
FIRST_UNITS: Final = len(ALGORITHMS)
"""One buffer, one seed."""
STEP_COUNT: Final = 3
"""A second seed, then two buffers."""
COMMAND: Final = ("-m", "lab_cli", "reproduce", "buffer-sizing", "--full", "--only", KEY)


def definition(buffers_bdp: tuple[float, ...], seed_count: int) -> dict[str, Any]:
    group = {"count": 1, "algorithm": ALGORITHMS[0]}
    flows = [{**group, "label": label, "rtt_s": 0.02} for label in ("one", "other")]
    buffer = {"amount": 1, "unit": "bdp", "rtt_s": 0.02}
    values = {
        "flows.*.algorithm": {"kind": "list", "values": list(ALGORITHMS)},
        "bottleneck.buffer.amount": {"kind": "list", "values": list(buffers_bdp)},
    }
    labels = {"flows.*.algorithm": "Algorithm", "bottleneck.buffer.amount": "Buffer"}
    axes = [
        {"label": labels[path], "moves": [{"path": path, "values": of_path}]}
        for path, of_path in values.items()
    ]
    axes[0] |= {"role": "arm", "names": ["CUBIC", "BBRv1"]}
    return {
        "version": 1,
        "name": "Two flows",
        "base": {
            "version": 1,
            "duration_s": 5,
            "bottleneck": {"rate_bps": 1e8, "buffer": buffer, "delay_s": 0.001},
            "flows": flows,
        },
        "axes": axes,
        "baseline_index": 0,
        "replications": {"count": seed_count, "first_seed": 1},
    }


@dataclass(frozen=True)
class Copy:
    """A package of its own that grows, in a folder of its own."""

    root: Path

    @property
    def papers(self) -> Path:
        return self.root / "lab_model" / "papers"

    @property
    def definition(self) -> Path:
        return self.papers / "definitions" / f"{KEY}.json"

    @property
    def results(self) -> Path:
        return self.papers / "data" / f"{KEY}.parquet"

    def start(self, *options: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, *COMMAND, "--jobs", "1", *options],
            env={**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def grow(self, *options: str) -> str:
        with self.start(*options) as process:
            printed, complaint = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, complaint) == (0, "")
        return printed

    def files(self) -> dict[str, bytes]:
        """All that the command may write."""
        folders = (self.definition.parent, self.results.parent)
        found = (path for folder in folders for path in folder.iterdir() if path.is_file())
        return {path.name: path.read_bytes() for path in found}

    def unit_count(self) -> int:
        """What is there; all of what the definition asks for, or the store is not whole."""
        bundle = read_bundle(self.results)
        there = set(zip(bundle.units.digests, bundle.units.seeds, strict=True))
        wanted = read_experiment(json.loads(self.definition.read_text())["definition"])
        assert there >= {
            (work.scenario_digest, seed) for work in wanted.work for seed in wanted.seeds
        }
        return len(there)


@pytest.fixture
def new_copy(tmp_path: Path) -> Callable[[str], Copy]:
    def make(name: str) -> Copy:
        copy = Copy(tmp_path / name)
        source = Path(lab_model.__path__[0])
        ignored = shutil.ignore_patterns("__pycache__", "*.parquet")
        shutil.copytree(source, copy.root / "lab_model", ignore=ignored)
        for key, buffers_bdp, seed_count in (
            (KEY, BUFFERS_BDP[:1], 1),
            (f"{KEY}-full", BUFFERS_BDP, SEEDS),
        ):
            path = copy.definition.with_name(f"{key}.json")
            entry = json.loads(path.read_text())
            path.write_text(
                json.dumps({**entry, "definition": definition(buffers_bdp, seed_count)})
            )
        copy.results.parent.mkdir(exist_ok=True)
        return copy

    return make


@contextmanager
def killed_while_simulating(copy: Copy, step: str) -> Iterator[None]:
    """Kills the command as a process of it begins to simulate this step."""
    with copy.start() as process:
        assert process.stdout is not None
        next(line for line in process.stdout if line.startswith(step))
        wait_until(lambda: bool(simulating(process.pid)))
        children = simulating(process.pid)
        # Stopped first, so that it cannot be done with the step before its parent dies.
        for child in children:
            os.kill(child, signal.SIGSTOP)
        process.kill()
        process.wait(PATIENCE_S)
        for child in children:
            os.kill(child, signal.SIGCONT)
        wait_until(lambda: not any(is_running(child) for child in children))
    yield


def simulating(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in found if "ccsim/_core" in read_process(int(child), "maps")]


def is_running(pid: int) -> bool:
    status = re.search(r"^State:\s+(\w)", read_process(pid, "status"), re.MULTILINE)
    return status is not None and status[1] != "Z"


def read_process(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def test_a_killed_step_is_taken_up_again(new_copy: Callable[[str], Copy]) -> None:
    whole, broken = new_copy("whole"), new_copy("broken")
    assert f"{STEP_COUNT} steps to the paper's own grids." in whole.grow()
    assert whole.unit_count() == len(BUFFERS_BDP) * len(ALGORITHMS) * SEEDS

    broken.grow("--steps", "1")
    first = broken.files()
    assert broken.unit_count() == FIRST_UNITS * SEEDS
    with killed_while_simulating(broken, "Step 1:"):
        assert broken.files() == first
        assert broken.unit_count() == FIRST_UNITS * SEEDS

    printed = broken.grow()
    missing = len(ALGORITHMS) * SEEDS
    assert f"{STEP_COUNT - 1} steps to the paper's own grids." in printed
    assert f"Step 1: {KEY}, Buffer 1: {missing} runs to compute." in printed
    assert f"Step 2: {KEY}, Buffer 5: {missing} runs to compute." in printed
    assert broken.files() == whole.files()


def test_results_without_their_definition_are_taken_up_again(
    new_copy: Callable[[str], Copy],
) -> None:
    """The moment between the two files of a step, the only one in which they do not agree."""
    copy = new_copy("copy")
    copy.grow("--steps", "1")
    before = copy.definition.read_bytes()
    copy.grow("--steps", "1")
    after = copy.files()
    copy.definition.write_bytes(before)
    assert copy.unit_count() == 2 * FIRST_UNITS * SEEDS
    copy.grow("--steps", "1")
    assert copy.files() == after
