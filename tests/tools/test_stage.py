"""What a stage of the test run shows, counts and fails with."""

import sys

import pytest

from tools.errors import LabError
from tools.testing.stage import StageRun


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
