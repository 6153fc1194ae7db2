"""`bench --tails` measures the worker's own code with and without tails."""

import pytest

from lab.settings import Settings
from lab_research.bench import tails
from lab_research.bench.tails import Measured, TailLoad
from tests.support.processes import environment


def test_what_tails_add_is_the_median_over_the_pairs() -> None:
    measured = Measured(2, 1.0, 1.0, 1.1, 1.0, 1.1, 4, [1.3, 1.02, 0.9])
    assert measured.added_ratio == pytest.approx(0.02)


@pytest.mark.slow
def test_runs_are_computed_and_measured(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in environment(settings).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("LAB_TAIL_INTERVAL_S", "0")
    monkeypatch.setattr(tails, "LOADS", (TailLoad(2, 30.0, 0.1),))
    (load,) = tails.measure()["loads"]
    assert len(load["ratios"]) == tails.REPETITIONS
    assert load["step_count"] > 2, "tails, and the two chunks"
    assert "What it costs that curves can be watched" in capsys.readouterr().out
