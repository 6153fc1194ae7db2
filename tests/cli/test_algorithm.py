"""`./lab algorithm new` and `check`."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import wasmtime

from lab_cli.main import main
from tests.cli.test_sim_module import MODULES, NEWRENO, wat


def test_a_new_folder_has_all_that_a_module_is_made_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    assert main(["algorithm", "new", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "algorithm.c",
        "build.sh",
        "ccsim_algorithm.h",
    ]
    assert os.access(folder / "build.sh", os.X_OK)
    assert (folder / "algorithm.c").read_bytes() == (MODULES / "newreno.c").read_bytes()
    assert "./lab algorithm check" in capsys.readouterr().out


def test_a_folder_that_is_there_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["algorithm", "new", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_newreno_passes_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["algorithm", "check", str(NEWRENO)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("NewReno (module) (newreno_module), SHA-256 ")
    assert lines[-1] == "all passed"
    # Eight networks, and two parameters at both bounds.
    assert sum(line.startswith("passed  ") for line in lines) == 12


@pytest.fixture
def check_wat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], tuple[int, str, str]]:
    def check(text: str) -> tuple[int, str, str]:
        path = tmp_path / "some.wasm"
        path.write_bytes(wasmtime.wat2wasm(text))
        code = main(["algorithm", "check", str(path)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return check


def test_a_fault_that_only_timeouts_reach_is_found(
    check_wat: Callable[[str], tuple[int, str, str]],
) -> None:
    # Of a congestion event of kind 1, a timeout.
    body = "(if (i64.eq (local.get 1) (i64.const 1)) (then unreachable)) i64.const 10"
    code, out, _ = check_wat(wat({"ccsim_on_congestion": body}))
    assert code == 1
    assert "failed  timeouts: 'Hostile' failed at " in out
    assert "ccsim_on_congestion: it gave up (unreachable)" in out
    assert "passed  overflow" in out
    # A failure is of its own run: later networks without timeouts pass, others name their own time.
    assert "passed  paced" in out
    failures = [line.partition(": ")[2] for line in out.splitlines() if line.startswith("failed  ")]
    assert len(failures) == len(set(failures)) == 2


def test_what_is_no_module_is_refused(check_wat: Callable[[str], tuple[int, str, str]]) -> None:
    code, out, err = check_wat("(module)")
    assert (code, out) == (2, "")
    assert "it does not export ccsim_init" in err
