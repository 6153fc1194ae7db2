"""What a stage of the test run shows, counts and fails with."""

import sys
from pathlib import Path
from threading import Barrier

import pytest

from tools.commands import test as command
from tools.errors import LabError
from tools.testing import stage as stages
from tools.testing.stage import Stage, StageRun

PATIENCE_S = 300.0


def _says(words: str) -> list[str]:
    return [sys.executable, "-c", f"import sys; print({words!r}); sys.exit('bad' in {words!r})"]


def test_lanes_are_shown_one_after_the_other_and_counted(capfd: pytest.CaptureFixture[str]) -> None:
    run = StageRun("both")
    run.side_by_side(
        lambda lane: lane.command(*_says("3 passed in 1.0s")),
        lambda lane: lane.command(*_says("4 passed in 1.0s")),
    )
    assert capfd.readouterr().out == "3 passed in 1.0s\n4 passed in 1.0s\n"
    assert run.passed_tests == 7


def test_a_lane_that_fails_fails_the_stage_and_hides_no_other(
    capfd: pytest.CaptureFixture[str],
) -> None:
    run = StageRun("both")
    with pytest.raises(LabError, match="exit code 1"):
        run.side_by_side(
            lambda lane: lane.command(*_says("bad")),
            lambda lane: lane.command(*_says("good")),
        )
    assert capfd.readouterr().out == "bad\ngood\n"


def test_stages_of_two_lanes_run_side_by_side_and_each_is_printed_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    both_run = Barrier(2)

    def meet(run: StageRun) -> None:
        run.command(*_says("2 passed in 1.0s"))
        both_run.wait(PATIENCE_S)

    def fail(run: StageRun) -> None:
        run.command(*_says("bad"))

    size = frozenset({"normal"})
    monkeypatch.setattr(
        command,
        "STAGES",
        (
            Stage("alone", lambda run: run.command(*_says("1 passed in 1.0s")), size),
            Stage("left", meet, size, lane="a"),
            Stage("right", meet, size, lane="b"),
            Stage("wrong", fail, size, lane="b"),
            Stage("more", lambda run: run.command(*_says("4 passed in 1.0s")), size, lane="a"),
            Stage("last", lambda run: run.command(*_says("8 passed in 1.0s")), size),
        ),
    )
    monkeypatch.setattr(command, "BUILD_DIR", tmp_path)
    monkeypatch.setattr(stages, "BUILD_DIR", tmp_path)
    assert command.run_tests("normal") == 1
    shown = capfd.readouterr().out
    assert "\n=== wrong ===\nbad\n" in shown
    table = shown[shown.index("\nstage") :]
    assert [line.split()[0] for line in table.splitlines()[2:8]] == [
        "alone",
        "left",
        "right",
        "wrong",
        "more",
        "last",
    ]
    assert "1 failed, 17 passed in" in table
