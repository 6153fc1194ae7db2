"""One stage of the test run: its commands, its counts, its time."""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from tools.errors import LabError
from tools.paths import BUILD_DIR, PROJECT_ROOT

# How the tools sum up, one pattern each: pytest, CTest, GoogleTest, Vitest, Playwright.
PASSED = (
    re.compile(r"^=*.*?(?P<n>\d+) passed.* in [\d.]+s", re.MULTILINE),
    re.compile(r"tests passed(, (?P<failed>\d+) tests failed)? out of (?P<n>\d+)"),
    re.compile(r"^\[  PASSED  \] (?P<n>\d+) tests?\.", re.MULTILINE),
    re.compile(r"^\s*Tests\s+(?:.*\| )?(?P<n>\d+) passed", re.MULTILINE),
    re.compile(r"^\s*(?P<n>\d+) passed \(", re.MULTILINE),
)
TERMINAL_CODES = re.compile(r"\x1b\[[0-9;]*m")


@dataclass
class Outcome:
    """What became of a stage. `passed_tests` counts what its tools report."""

    name: str
    status: str
    seconds: float = 0.0
    passed_tests: int = 0
    note: str = ""


@dataclass
class StageRun:
    """Handed to a stage: runs its commands, shows and keeps their output, counts tests."""

    name: str
    passed_tests: int = 0
    is_shown: bool = True
    _log: list[str] = field(default_factory=list)

    def command(
        self,
        *words: str | Path,
        cwd: Path = PROJECT_ROOT,
        environment: Mapping[str, str] | None = None,
        hidden: re.Pattern[str] | None = None,
    ) -> None:
        """Run a command with its output on the screen; a failure fails the stage.

        Lines that match `hidden` are kept in the stage's log only.
        """
        output: list[str] = []
        with subprocess.Popen(
            [str(word) for word in words],
            cwd=cwd,
            env=dict(environment) if environment is not None else None,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as child:
            for line in child.stdout or ():
                output.append(line)
                if self.is_shown and (hidden is None or not hidden.search(line)):
                    sys.stdout.write(line)
                    sys.stdout.flush()
        exit_code = child.returncode
        self._log += output
        self.passed_tests += count_passed("".join(output))
        if exit_code != 0:
            raise LabError(f"{Path(words[0]).name} ended with exit code {exit_code}")

    def side_by_side(self, *lanes: Callable[["StageRun"], None]) -> None:
        """Run lanes of commands at once, for tools that use one processor each.

        What a lane prints is shown when all have ended, one after the other; the first failure is
        raised then.
        """
        runs = [StageRun(self.name, is_shown=False) for _ in lanes]
        with ThreadPoolExecutor(len(lanes)) as pool:
            ends = [pool.submit(lane, run) for lane, run in zip(lanes, runs, strict=True)]
        for run in runs:
            if self.is_shown:
                print("".join(run._log), end="", flush=True)
            self._log += run._log
            self.passed_tests += run.passed_tests
        for end in ends:
            end.result()

    def keep_log(self) -> None:
        """Write the stage's output to build/test-logs."""
        path = BUILD_DIR / "test-logs" / f"{self.name}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(self._log))


@dataclass(frozen=True)
class Stage:
    """A named part of the test run. From `inputs` --quick knows whether anything changed.

    Stages of one lane run one after the other, those of different lanes side by side. A stage
    without a lane has the machine to itself.
    """

    name: str
    run: Callable[[StageRun], None]
    sizes: frozenset[str]
    inputs: tuple[str, ...] = ()
    lane: str = ""


def run_stage(stage: Stage, *, is_shown: bool = True) -> Outcome:
    """Run one stage; whatever it raises that is ours becomes its failure.

    With `is_shown` false its output comes as a whole when it has ended.
    """
    heading = f"\n=== {stage.name} ==="
    if is_shown:
        print(heading, flush=True)
    handed = StageRun(stage.name, is_shown=is_shown)
    started_s = time.monotonic()
    status, note, problem = "passed", "", ""
    try:
        stage.run(handed)
    except LabError as error:
        status, problem = "FAILED", f"{error}\n"
        note = problem.splitlines()[0]
    handed.keep_log()
    shown = "" if is_shown else f"{heading}\n{''.join(handed._log)}"
    print(f"{shown}{problem}", end="", flush=True)
    return Outcome(stage.name, status, time.monotonic() - started_s, handed.passed_tests, note)


def count_passed(output: str) -> int:
    """How many tests the output of a known tool reports as passed."""
    plain = TERMINAL_CODES.sub("", output)
    total = 0
    for pattern in PASSED:
        for found in pattern.finditer(plain):
            total += int(found["n"]) - int(found.groupdict().get("failed") or 0)
    return total
