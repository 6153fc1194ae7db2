"""The contest of a class: entered while it is open, drawn when it has ended, computed by the usual
workers, and shown as it is.
"""

import base64
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
import wasmtime
from sqlalchemy import select, text

from lab.contests import judging
from lab.contests.judging import advance
from lab.context import Context
from lab.models import AlgorithmModule, ClassContest, ContestEntry, Experiment
from lab.recovery.janitor import Janitor
from lab.recovery.watch import idle_interval_s
from lab_cli.contest.entries import read_entries
from lab_cli.contest.scoring import board, score
from lab_model.evaluation import cases
from lab_model.evaluation.contest import KINDS, LEAST_SCORE, SCENARIO_COUNT, Choice
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess
from tests.cli.wat import wat
from tests.support.classes import TEACHER, Lesson, Pupil, owner
from tests.support.experiments import batches_of
from tests.worker.classes.test_wall import Projector
from tools.paths import PROJECT_ROOT

MODULES = "/api/algorithms/modules"


def module(**bodies: str) -> bytes:
    return bytes(wasmtime.wat2wasm(wat({f"ccsim_{name}": body for name, body in bodies.items()})))


def const(window: int) -> bytes:
    body = f"i64.const {window}"
    return module(init=body, on_ack=body, on_congestion=body)


NEWRENO = (PROJECT_ROOT / "sim-core" / "modules" / "newreno.wasm").read_bytes()
TRAPS = module(on_ack="unreachable")
FLOOD = const(1000)
DELUGE = const(2**30)
SMALL = const(2)


@pytest.fixture(autouse=True)
def short_scenarios(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of some four seconds; which they are still follows from the seed alone. A round ends when
    nothing is left, however slow the machine is.
    """
    monkeypatch.setattr(judging, "ROUND_S", 600.0)
    monkeypatch.setattr(cases, "DURATION_S", 4.0)
    monkeypatch.setattr(cases, "WARMUP_S", 1.0)


@pytest.fixture
def lesson(client: httpx.Client) -> Lesson:
    return Lesson(client)


def in_an_hour() -> str:
    return (datetime.now(UTC) + timedelta(hours=1)).isoformat()


def open_contest(lesson: Lesson, **wanted: Any) -> Any:
    return lesson.ask("PUT", "/contest", {"ends_at": in_an_hour(), **wanted})


def store(pupil: Pupil, content: bytes) -> str:
    body = {"content_base64": base64.b64encode(content).decode()}
    stored = pupil.client.post(MODULES, json=body, headers=pupil.headers)
    assert stored.status_code == 201, stored.text
    return str(stored.json()["sha256"])


def try_entering(pupil: Pupil, sha256: str, title: str = "Mine") -> httpx.Response:
    return pupil.client.post(
        f"{pupil.address}/contest/entries",
        json={"sha256": sha256, "title": title},
        headers=pupil.headers,
    )


def enter(pupil: Pupil, content: bytes, title: str) -> Any:
    entered = try_entering(pupil, store(pupil, content), title)
    assert entered.status_code == 201, entered.text
    [entry] = [each for each in entered.json()["entries"] if each["title"] == title]
    return entry


def mine(pupil: Pupil) -> Any:
    found = pupil.client.get(f"{pupil.address}/contest", headers=pupil.headers)
    assert found.status_code == 200, found.text
    return found.json()


def compute(process: WorkerProcess) -> None:
    """What workers and janitors do until all is judged."""
    for _ in range(4):
        advance(process.context)
        with process.context.sessions() as session:
            ids = session.scalars(select(Experiment.id)).all()
        for experiment_id in ids:
            for batch in batches_of(process.context, experiment_id):
                if batch.status == "queued":
                    execute_batch(process, batch.id)


def kind(response: httpx.Response) -> str:
    return str(response.json()["type"].rpartition("/")[2])


def test_every_entry_gets_the_score_and_place_that_the_command_line_gives_it(
    lesson: Lesson, process: WorkerProcess, tmp_path: Path
) -> None:
    open_contest(lesson)
    files = {
        "ada": {"reno": NEWRENO, "traps": TRAPS, "deluge": DELUGE},
        "ben": {"flood": FLOOD, "small": SMALL},
    }
    for name, modules in files.items():
        pupil = lesson.join(name)
        (tmp_path / name).mkdir()
        for title, content in modules.items():
            enter(pupil, content, title)
            (tmp_path / name / f"{title}.wasm").write_bytes(content)
    assert lesson.ask("POST", "/contest/end")["state"] == "drawing"
    compute(process)
    said = lesson.ask("GET", "/contest")
    assert (said["state"], said["finished_run_count"]) == ("done", said["run_count"])
    assert len(said["scenarios"]) == SCENARIO_COUNT
    scored = score(read_entries(tmp_path), said["seed"], Choice(), 1, lambda: None)
    by_title = {each["title"]: each for each in said["entries"]}
    for each in scored:
        found = by_title[each.entry.path.stem]
        assert found["score"]["score"] == pytest.approx(each.score.total, rel=1e-9)
        assert found["score"]["parts"]["others"] == pytest.approx(each.score.part("others"))
        assert (found["score"]["low"], found["score"]["high"]) == pytest.approx(each.score.interval)
        assert found["score"]["failed_run_count"] == each.score.failed_count
    deluge = by_title["deluge"]
    assert deluge["score"]["failed_run_count"] == SCENARIO_COUNT
    assert re.search(r"sent more than |packets in flight", deluge["failures"][0])  # As seeds fall.
    rows = [(row["student"]["names"], row["title"], row["place"]) for row in said["rows"]]
    assert rows == [
        (row.best.entry.student, row.best.entry.path.stem, row.standing.placed.place)
        for row in board(scored)
    ]
    assert "score = goodput x delay x others x even x delivered" in said["said"][0]


def test_a_teacher_chooses_what_is_drawn_and_how_many(
    lesson: Lesson, process: WorkerProcess, tmp_path: Path
) -> None:
    kinds = ["beside-cubic-deep", "codel"]
    opened = open_contest(lesson, kinds=kinds, scenario_count=3)
    assert [each["kind"] for each in opened["kinds"]] == ["codel", "beside-cubic-deep"]
    assert "500 kB of buffer" in opened["kinds"][0]["text"]
    ada = lesson.join("ada")
    enter(ada, NEWRENO, "reno")
    wall = f"{lesson.address}/contest/wall"
    for said in (mine(ada), Projector(lesson).call("GET", wall).json()):
        assert (said["kinds"], said["scenario_count"]) == (opened["kinds"], 3)
        assert said["said"][1] == (
            "3 scenarios are drawn at the end: one of each of 2 kinds, then 1 more, of the same "
            "kinds again, in turn."
        )
    lesson.ask("POST", "/contest/end")
    compute(process)
    said = lesson.ask("GET", "/contest")
    assert (said["state"], said["run_count"], said["finished_run_count"]) == ("done", 6, 6)
    assert [each["title"] for each in said["scenarios"]] == [
        "CoDel, varied",
        "Beside CUBIC, deep buffer, varied",
        "CoDel, varied",
    ]
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "reno.wasm").write_bytes(NEWRENO)
    choice = Choice(("codel", "beside-cubic-deep"), 3)
    [again] = score(read_entries(tmp_path), said["seed"], choice, 1, lambda: None)
    assert said["rows"][0]["score"]["score"] == pytest.approx(again.score.total, rel=1e-9)


def test_one_scenario_has_no_interval_and_all_share_its_place(
    lesson: Lesson, process: WorkerProcess
) -> None:
    open_contest(lesson, kinds=["random-beside-cubic"], scenario_count=1)
    for name, content in (("ada", NEWRENO), ("ben", SMALL), ("eve", TRAPS)):
        enter(lesson.join(name), content, name)
    lesson.ask("POST", "/contest/end")
    compute(process)
    said = lesson.ask("GET", "/contest")
    assert {(row["place"], row["score"]["low"]) for row in said["rows"]} == {(1, None)}
    assert {each["title"]: each["state"] for each in said["entries"]} == {
        "ada": "done",
        "ben": "done",
        "eve": "failed",
    }
    assert "There is one scenario, so no interval" in said["said"][0]


@pytest.mark.parametrize(
    ("wanted", "field", "named"),
    [
        ({"scenario_count": 0}, "scenario_count", ["0", "1"]),
        ({"scenario_count": 21}, "scenario_count", ["21", "20"]),
        ({"kinds": []}, "kinds", ["1"]),
        ({"kinds": ["moon"]}, "kinds.0", ["moon", "equal-rtts", "random-beside-cubic"]),
        ({"kinds": ["codel", "codel"]}, "kinds", ["codel", "once"]),
    ],
)
def test_a_choice_that_cannot_be_drawn_is_named(
    lesson: Lesson, wanted: dict[str, Any], field: str, named: list[str]
) -> None:
    refused = lesson.call("PUT", "/contest", {"ends_at": in_an_hour(), **wanted})
    assert refused.status_code == 422, refused.text
    [error] = refused.json()["errors"]
    assert error["path"] == field, error
    assert all(each in str(error) for each in named), error
    assert lesson.call("GET", "/contest").status_code == 404


def test_all_kinds_are_described_before_there_is_a_contest(client: httpx.Client) -> None:
    described = client.get("/api/contest-kinds").json()
    assert [each["kind"] for each in described] == list(KINDS)
    assert "10 Mbit/s" in described[-1]["text"]


def test_what_fails_floods_or_is_taken_back_is_shown_as_what_it_is(
    lesson: Lesson, process: WorkerProcess
) -> None:
    open_contest(lesson)
    ada, eve = lesson.join("ada"), lesson.join("eve")
    enter(ada, NEWRENO, "reno")
    gone = enter(ada, SMALL, "second thoughts")
    enter(eve, TRAPS, "<b>traps</b>")
    enter(eve, FLOOD, "flood")
    address = f"{ada.address}/contest/entries/{gone['id']}"
    assert ada.client.delete(address, headers=eve.headers).status_code == 403
    assert ada.client.delete(address, headers=ada.headers).status_code == 200
    assert ada.client.delete(address, headers=ada.headers).status_code == 404
    lesson.ask("POST", "/contest/end")
    compute(process)
    said = lesson.ask("GET", "/contest")
    by_title = {each["title"]: each for each in said["entries"]}
    taken = by_title["second thoughts"]
    assert (taken["state"], taken["sha256"], taken["score"]) == ("withdrawn", None, None)
    traps = by_title["<b>traps</b>"]
    assert (traps["state"], traps["score"]["failed_run_count"]) == ("failed", SCENARIO_COUNT)
    assert "it gave up (unreachable)" in traps["failures"][0]
    assert traps["score"]["score"] == pytest.approx(LEAST_SCORE)
    flood, reno = by_title["flood"], by_title["reno"]
    assert (flood["state"], reno["state"]) == ("done", "done")
    assert flood["score"]["score"] < 0.5 * reno["score"]["score"]
    assert said["rows"][0]["student"]["names"] == "ada"
    assert {each["title"] for each in mine(eve)["entries"]} == {"<b>traps</b>", "flood"}


def test_nothing_is_drawn_before_the_end_and_nothing_changes_after_it(
    lesson: Lesson, process: WorkerProcess, context: Context
) -> None:
    opened = open_contest(lesson)
    assert (opened["state"], opened["seed"], opened["scenarios"]) == ("open", None, [])
    ada = lesson.join("ada")
    entry = enter(ada, NEWRENO, "reno")
    assert entry["state"] == "entered"
    advance(process.context)
    with context.sessions() as session:
        assert session.scalars(select(Experiment)).all() == []
        assert session.get_one(ClassContest, UUID(lesson.id)).seed is None
    lesson.ask("POST", "/contest/end")
    for refused in (
        try_entering(ada, store(ada, SMALL)),
        ada.client.delete(f"{ada.address}/contest/entries/{entry['id']}", headers=ada.headers),
        lesson.call("PUT", "/contest", {"ends_at": in_an_hour()}),
    ):
        assert (refused.status_code, kind(refused)) == (409, "wrong-state")
    advance(process.context)
    drawn = mine(ada)
    assert (drawn["state"], drawn["entries"][0]["state"]) == ("judging", "waiting")
    advance(process.context)
    assert mine(ada)["seed"] == drawn["seed"], "it is drawn once"


def test_a_round_that_is_cut_off_loses_nothing_and_goes_on(
    lesson: Lesson, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_contest(lesson)
    ada, ben = lesson.join("ada"), lesson.join("ben")
    for pupil, content, title in ((ada, NEWRENO, "1"), (ada, SMALL, "2"), (ben, FLOOD, "3")):
        enter(pupil, content, title)
    lesson.ask("POST", "/contest/end")
    create, made = judging.experiments.create, []

    def create_two(*arguments: Any) -> Any:
        if len(made) == 3:
            raise TimeoutError
        made.append(create(*arguments))
        return made[-1]

    monkeypatch.setattr(judging.experiments, "create", create_two)
    with pytest.raises(TimeoutError):
        advance(context)
    with context.sessions() as session:
        seed = session.get_one(ClassContest, UUID(lesson.id)).seed
        planned = select(ContestEntry.title).where(ContestEntry.experiment_id.is_not(None))
        first = set(session.scalars(planned))
    assert first == {"1", "3"}, "CUBIC, then one of each student"
    made.clear()
    advance(context)
    assert mine(ada)["seed"] == seed
    assert [each["state"] for each in mine(ada)["entries"]] == ["waiting", "waiting"]


def test_a_contest_ends_by_the_clock(lesson: Lesson, context: Context) -> None:
    open_contest(lesson)
    ada = lesson.join("ada")
    with context.sessions.begin() as session:
        session.execute(text("UPDATE class_contest SET ends_at = now() - interval '1 second'"))
    assert mine(ada)["state"] == "drawing"
    assert try_entering(ada, store(ada, SMALL)).status_code == 409
    advance(context)
    assert mine(ada)["state"] == "done", "no student has entered"


def test_janitor_finds_the_end_and_looks_often_until_all_is_judged(
    lesson: Lesson, process: WorkerProcess
) -> None:
    open_contest(lesson)
    enter(lesson.join("ada"), SMALL, "small")
    janitor, settings = Janitor(process.context), process.context.settings
    assert janitor.round() == idle_interval_s(settings), "it is open"
    lesson.ask("POST", "/contest/end")
    assert janitor.round() == settings.janitor_interval_s
    assert lesson.ask("GET", "/contest")["state"] == "judging"
    compute(process)
    assert lesson.ask("GET", "/contest")["state"] == "done"
    assert janitor.round() == idle_interval_s(settings), "there is nothing left to do"


def test_the_wall_and_other_students_see_no_names_and_no_modules(
    lesson: Lesson, process: WorkerProcess
) -> None:
    projector = Projector(lesson)
    address = f"{lesson.address}/contest/wall"
    assert projector.call("GET", address).status_code == 404
    open_contest(lesson)
    ada, ben = lesson.join("ada-the-great"), lesson.join("ben")
    entry = enter(ada, NEWRENO, "reno")
    lesson.ask("POST", "/contest/end")
    compute(process)
    wall, of_ben = projector.call("GET", address), mine(ben)
    assert [row["title"] for row in wall.json()["rows"]] == ["reno"]
    assert (of_ben["entries"], wall.json()["entries"]) == ([], [])
    assert [row["is_mine"] for row in mine(ada)["rows"]] == [True]
    for said in (wall.text, str(of_ben)):
        assert "ada-the-great" not in said
        assert entry["sha256"] not in said
    with_key = {**owner("stranger"), "X-Lab-Wall": "x" * 30}
    assert lesson.client.get(address, headers=with_key).status_code == 403
    lesson.set(is_anonymous=True)
    assert lesson.ask("GET", "/contest")["rows"][0]["student"]["names"] is None


def test_only_teachers_rule_and_only_students_of_the_class_enter(lesson: Lesson) -> None:
    stranger = owner("stranger")
    for method, part in (
        ("PUT", ""),
        ("GET", ""),
        ("POST", "/end"),
        ("DELETE", ""),
        ("DELETE", f"/entries/{UUID(int=1)}"),
    ):
        body = {"ends_at": in_an_hour()} if method == "PUT" else None
        address = f"{lesson.address}/contest{part}"
        refused = lesson.client.request(method, address, json=body, headers=stranger)
        assert refused.status_code == 403, (method, part)
    ada, ben = lesson.join("ada"), lesson.join("ben")
    own = store(ada, NEWRENO)
    assert try_entering(ada, own).status_code == 404, "no contest yet"
    open_contest(lesson)
    assert try_entering(ben, own).status_code == 403, "it is not among Ben's"
    assert try_entering(ada, "0" * 64).status_code == 404
    foreign = lesson.client.post(
        f"{ada.address}/contest/entries",
        json={"sha256": own, "title": "x"},
        headers=ben.headers,
    )
    assert foreign.status_code == 403
    lesson.set(is_paused=True)
    assert kind(try_entering(ada, own)) == "class-paused"
    lesson.set(is_paused=False)
    assert try_entering(ada, own).status_code == 201


def test_a_student_has_so_many_entries_and_a_module_is_one(lesson: Lesson) -> None:
    open_contest(lesson, entries_per_student=2)
    ada = lesson.join("ada")
    first = enter(ada, NEWRENO, "reno")
    again = try_entering(ada, first["sha256"], "renamed").json()
    assert [each["title"] for each in again["entries"]] == ["renamed"]
    enter(ada, SMALL, "small")
    refused = try_entering(ada, store(ada, FLOOD))
    assert (refused.status_code, kind(refused)) == (409, "limit-reached")
    ada.client.delete(f"{ada.address}/contest/entries/{first['id']}", headers=ada.headers)
    assert try_entering(ada, store(ada, FLOOD)).status_code == 201


@pytest.mark.parametrize(
    "wrong",
    [
        {"ends_at": "2020-01-01T00:00:00Z"},
        {"ends_at": (datetime.now(UTC) + timedelta(days=60)).isoformat()},
        {"ends_at": in_an_hour(), "entries_per_student": 6},
        {"ends_at": in_an_hour(), "entries_per_student": 0},
        {"ends_at": "2020-01-01T00:00:00"},
    ],
)
def test_what_a_teacher_sets_has_bounds(lesson: Lesson, wrong: Any) -> None:
    refused = lesson.call("PUT", "/contest", wrong)
    assert refused.status_code == 422, refused.text
    assert any(name in refused.text for name in wrong)
    assert lesson.call("GET", "/contest").status_code == 404


@pytest.mark.parametrize("goes", ["contest", "class", "student"])
def test_what_goes_takes_runs_and_unkept_modules_along(
    lesson: Lesson, process: WorkerProcess, context: Context, goes: str
) -> None:
    open_contest(lesson)
    ada = lesson.join("ada")
    entry = enter(ada, NEWRENO, "reno")
    ada.client.delete(f"{MODULES}/{entry['sha256']}", headers=ada.headers)
    assert ada.client.get(f"{MODULES}/{entry['sha256']}").status_code == 200, "it is entered"
    lesson.ask("POST", "/contest/end")
    compute(process)
    if goes == "student":
        [student] = lesson.ask("GET", "/board")["students"]
        lesson.ask("DELETE", f"/students/{student['id']}")
    else:
        lesson.ask("DELETE", "/contest" if goes == "contest" else "")
    with context.sessions() as session:
        assert session.scalars(select(ContestEntry)).all() == []
        assert session.scalars(select(AlgorithmModule)).all() == []
        left = session.scalars(select(Experiment)).all()
        assert len(left) == (1 if goes == "student" else 0), "CUBIC's runs stay with the contest"


def test_a_teacher_removes_an_entry_and_the_others_are_placed_anew(
    lesson: Lesson, process: WorkerProcess
) -> None:
    open_contest(lesson)
    enter(lesson.join("ada"), NEWRENO, "reno")
    rude = enter(lesson.join("eve"), SMALL, "rude words")
    lesson.ask("POST", "/contest/end")
    compute(process)
    said = lesson.ask("DELETE", f"/contest/entries/{rude['id']}")
    assert [row["title"] for row in said["rows"]] == ["reno"]
    assert said["state"] == "done"
    assert {each["title"]: each["state"] for each in said["entries"]}["rude words"] == "withdrawn"


def test_entries_are_compared_under_one_behaviour_of_the_core(
    lesson: Lesson, process: WorkerProcess, context: Context
) -> None:
    open_contest(lesson)
    enter(lesson.join("ada"), NEWRENO, "reno")
    lesson.ask("POST", "/contest/end")
    advance(context)
    with context.sessions.begin() as session:
        contest = session.get_one(ClassContest, UUID(lesson.id))
        seed, old = contest.seed, contest.reference_id
    compute(process)
    before = lesson.ask("GET", "/contest")["rows"][0]["score"]
    with context.sessions.begin() as session:
        session.get_one(Experiment, old).behaviour_version = 1
        session.execute(text("UPDATE contest_entry SET merits = NULL"))
    compute(process)
    after = lesson.ask("GET", "/contest")
    assert after["rows"][0]["score"] == before
    with context.sessions() as session:
        contest = session.get_one(ClassContest, UUID(lesson.id))
        assert contest.seed == seed
        assert contest.reference_id != old


def test_students_hear_of_a_contest(lesson: Lesson) -> None:
    ada = lesson.join("ada")
    assert ada.read()["classroom"]["contest_ends_at"] is None
    opened = open_contest(lesson)
    assert ada.read()["classroom"]["contest_ends_at"] == opened["ends_at"]
    lesson.client.delete(f"{lesson.address}/contest", headers=TEACHER)
    assert ada.read()["classroom"]["contest_ends_at"] is None
