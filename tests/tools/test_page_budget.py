"""The tables of `./lab bench --page`, from samples that are written down here."""

import json
from typing import Any

import pytest

from tools.commands.bench_page import bench_page
from tools.commands.page_budget import budget_document, budget_of, budget_text, percentile
from tools.errors import LabError

START_MS = 1_000_000.0


def _request(path: str, sent_ms: float, got_ms: float) -> dict[str, Any]:
    return {"path": path, "sent_ms": START_MS + sent_ms, "got_ms": START_MS + got_ms}


def _run(drawn_ms: float) -> dict[str, Any]:
    return {
        "kind": "run",
        "run_id": "r",
        "start_ms": START_MS,
        "drawn_ms": START_MS + drawn_ms,
        "times": {
            "created_at": START_MS + 10,
            "started_at": START_MS + 30,
            "finished_at": START_MS + 100,
        },
        "events": [
            {"kind": "state", "at_ms": START_MS + 60, "sample_count": 0},
            {"kind": "end", "at_ms": START_MS + 120, "sample_count": 400},
        ],
        "requests": [
            _request("/api/runs/r/series", 50, 65),
            _request("/api/runs/r/series", 121, 151),
        ],
    }


LOG = [
    "not JSON",
    json.dumps({"event": "run_computed", "run_id": "r", "wall_s": 0.05, "storing_s": 0.01}),
]


def test_steps_of_a_run_follow_one_another_and_add_up() -> None:
    budget = budget_of([_run(200)], LOG)
    steps = {step.title: step.median_ms for step in budget.steps["press Run to first curve"]}
    assert steps == pytest.approx(
        {
            "submit": 10,
            "queue": 20,
            "core": 40,
            "first samples stored": 30,
            "event": 20,
            "page ready to ask": 1,
            "fetch": 30,
            "drawing": 49,
        }
    )
    assert sum(steps.values()) == pytest.approx(200)


def test_without_a_log_core_and_storing_are_one_step() -> None:
    budget = budget_of([_run(200)], [])
    steps = {step.title: step.median_ms for step in budget.steps["press Run to first curve"]}
    assert steps["core, and samples stored"] == pytest.approx(70)
    assert sum(steps.values()) == pytest.approx(200)


def test_a_run_that_is_drawn_before_it_ends_does_not_wait_for_its_end() -> None:
    sample = _run(1000)
    sample["times"]["finished_at"] = START_MS + 5000
    sample["events"] = [{"kind": "progress", "at_ms": START_MS + 300, "sample_count": 256}]
    sample["requests"] = [_request("/api/runs/r/series", 301, 400)]
    steps = budget_of([sample], LOG).steps["press Run to first curve"]
    assert sum(step.median_ms for step in steps) == pytest.approx(1000)
    assert min(step.median_ms for step in steps) >= 0


def test_gates_are_held_against_the_95th_percentile() -> None:
    budget = budget_of([_run(200)] * 18 + [_run(400)] * 2, LOG)
    (line,) = budget.lines
    assert (line.count, line.median_ms, line.p95_ms) == (20, 200, 400)
    assert not line.is_met
    text = budget_text(budget, "load 1.0")
    assert "| press Run to first curve | 20 | 200 | 400 | 300 | not kept |" in text
    assert "load 1.0" in text
    assert budget_document(budget, 1.0, [])["lines"][0]["is_met"] is False


def test_a_visit_counts_its_first_picture_and_its_first_curve() -> None:
    visit = {"kind": "page", "start_ms": 5.0, "drawn_ms": 505.0, "paint_ms": 200.0}
    lines = {line.title: line.median_ms for line in budget_of([visit], []).lines}
    assert lines == {"first page to first picture": 200, "first page to first curve": 500}


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([3, 1, 2], 0.5, 2), ([1], 0.95, 1), (list(range(1, 21)), 0.95, 19)],
)
def test_percentiles(values: list[float], share: float, expected: float) -> None:
    assert percentile(values, share) == expected


def test_without_chromium_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LAB_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(LabError, match=r"apt-get install .*chromium"):
        bench_page(["bench", "--page"])


@pytest.mark.parametrize("given", ["-1", "1001", "long"])
def test_a_press_has_a_length(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        bench_page(["bench", "--page", f"--press-ms={given}"])
    error = capsys.readouterr().err
    assert f"--press-ms: '{given}' must be a whole number from 0 to 1000" in error
