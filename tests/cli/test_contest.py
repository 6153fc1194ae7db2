"""`./lab contest`: a class's board, cheats scored as what they are, failures that stay alone."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
import wasmtime

from lab_cli.contest.entries import MOST_OF_STUDENT
from lab_cli.main import main
from lab_model.evaluation.contest import LEAST_SCORE, SCENARIO_COUNT, scenarios
from lab_model.scenarios import scenario_digest
from tests.cli.test_judge import MODULES
from tests.cli.wat import wat

SEED = "7"
FLOOD = 1000
"""Packets: some fifteen times the BDP."""
HOSTILE_NAME = "eve & <co>"


def _module(**bodies: str) -> bytes:
    return bytes(wasmtime.wat2wasm(wat({f"ccsim_{name}": body for name, body in bodies.items()})))


def _const(window: int) -> bytes:
    body = f"i64.const {window}"
    return _module(init=body, on_ack=body, on_congestion=body)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ada is honest and has failures besides, Ben floods, Eve has one that is no module."""
    found = tmp_path_factory.mktemp("class")
    files = {
        "ada": {
            "cubic": (MODULES / "cubic.wasm").read_bytes(),
            "traps": _module(on_ack="unreachable"),
        },
        "ben": {"deluge": _const(2**30), "flood": _const(FLOOD)},
        HOSTILE_NAME: {"broken": b"nothing", "two": _const(2)},
    }
    for student, modules in files.items():
        (found / student).mkdir()
        for name, content in modules.items():
            (found / student / f"{name}.wasm").write_bytes(content)
    (found / "README.txt").write_text("no student")
    return found


@pytest.fixture(scope="module")
def said(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The document, and the page for the wall."""
    target = tmp_path_factory.mktemp("said")
    html, document = target / "wall.html", target / "contest.json"
    words = ["contest", str(folder), "--seed", SEED, "--html", str(html), "--json", str(document)]
    assert main(words) == 0
    return {**json.loads(document.read_text()), "html": html.read_text()}


def test_there_are_twenty_scenarios_that_follow_from_the_seed() -> None:
    once, again, other = ([case.scenario for case in scenarios(seed)] for seed in (7, 7, 8))
    assert len({scenario_digest(each) for each in once}) == SCENARIO_COUNT
    assert [scenario_digest(each) for each in once] == [scenario_digest(each) for each in again]
    assert not {scenario_digest(each) for each in once} & {scenario_digest(each) for each in other}


def test_what_does_as_cubic_does_has_one(said: dict[str, Any]) -> None:
    [cubic] = [each for each in said["entries"] if each["entry"] == "cubic"]
    assert cubic["scores"] == pytest.approx([1.0] * SCENARIO_COUNT)


def test_starving_others_buys_nothing(said: dict[str, Any]) -> None:
    by_name = {each["entry"]: each for each in said["entries"]}
    flood = by_name["flood"]
    assert flood["others"] < 0.5
    assert flood["delay"] < 1
    assert flood["score"] < 0.5 * by_name["cubic"]["score"]
    assert said["board"][0]["student"] == "ada"


def test_a_failure_is_named_and_takes_nothing_else_down(said: dict[str, Any]) -> None:
    by_name = {each["entry"]: each for each in said["entries"]}
    for name, reason in (
        ("traps", "it gave up (unreachable)"),
        ("broken", "broken.wasm"),
        ("deluge", "it sent more than "),
    ):
        assert by_name[name]["failed_run_count"] == SCENARIO_COUNT
        assert by_name[name]["score"] == pytest.approx(LEAST_SCORE)
        assert reason in by_name[name]["failures"][0]
    assert by_name["two"]["failed_run_count"] == 0


def test_students_stand_by_their_best_entry_under_the_rule(said: dict[str, Any]) -> None:
    rows = said["board"]
    assert {row["student"]: row["entry"] for row in rows} == {
        "ada": "cubic",
        "ben": "flood",
        HOSTILE_NAME: "two",
    }
    scores = [row["score"] for row in rows]
    assert scores == sorted(scores, reverse=True)
    for before, row in itertools.pairwise(rows):
        assert (row["place"] == before["place"]) == (row["p"] > 0.05)


def test_the_wall_shows_places_and_says_what_the_score_is(said: dict[str, Any]) -> None:
    html = said["html"]
    assert "eve &amp; &lt;co&gt;" in html
    assert "<co>" not in html
    assert "score = goodput x delay x others x even x delivered" in html
    assert "Seed 7 draws the same scenarios again" in html
    assert "<script" not in html


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["missing"], "DIR 'missing' cannot be read"),
        (["."], "has 0 folders with modules"),
        ([".", "--seed", "x"], "--seed is 'x'"),
        ([".", "--count", "21"], "--count is '21'; it must be a whole number from 1 to 20"),
        ([".", "--kinds", "codel,moon"], "--kinds has 'moon'; it must have"),
        ([".", "--json", "missing/x.json"], "missing"),
    ],
)
def test_what_is_wrong_is_named(
    words: list[str],
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    if len(words) > 1:
        (tmp_path / "ada").mkdir()
        (tmp_path / "ada" / "x.wasm").write_bytes(b"nothing")
    assert main(["contest", *words]) == 2
    assert named in capsys.readouterr().err


def test_a_student_has_at_most_so_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ada").mkdir()
    for number in range(MOST_OF_STUDENT + 1):
        (tmp_path / "ada" / f"{number}.wasm").write_bytes(b"nothing")
    assert main(["contest", str(tmp_path)]) == 2
    assert f"has 6 modules; at most {MOST_OF_STUDENT}" in capsys.readouterr().err
