"""Games over HTTP with the worker's own runs: what stays hidden, and what a guess tells."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import select, text

from lab.context import Context
from lab.models import LabAttempt, LabGuess, Run
from lab_model.classroom import LabFile, load_templates
from lab_model.classroom.game import Round, draw
from lab_model.classroom.lab_file import GameStep, game_scenario
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.classes import TEACHER, Lesson, Pupil
from tests.support.server import description
from tests.support.streams import read_events

ROUNDS = 3


def lab() -> LabFile:
    """Three rounds of four seconds, and a question before them that the class can be held at."""
    template = next(each for each in load_templates() if each.id == "name-that-algorithm")
    found = template.lab.model_dump(mode="json")
    step = next(each for each in found["steps"] if each["id"] == "alone")
    step["scenario"]["duration_s"] = 4
    step["scenario"]["warmup_s"] = 0
    step.update(rounds=ROUNDS, points=6)
    question = next(each for each in found["steps"] if each["kind"] == "question")
    return LabFile.model_validate({**found, "steps": [question, step]}, strict=False)


LAB = lab()
STEP: GameStep = next(step for step in LAB.steps if isinstance(step, GameStep))


class Player:
    """A student of a class, who knows what the server keeps to itself."""

    def __init__(self, pupil: Pupil, context: Context, process: WorkerProcess) -> None:
        self.pupil, self.context, self.process = pupil, context, process
        with context.sessions() as session:
            attempt = session.get_one(LabAttempt, UUID(pupil.attempt_id))
            self.secret = attempt.secret
        self.address = f"{pupil.address}/games/{STEP.id}/rounds"

    def hidden(self, index: int) -> Round:
        return draw(STEP, self.secret, index)

    def other(self, index: int) -> str:
        return next(each for each in STEP.candidates if each != self.hidden(index).algorithm)

    def begin(self, index: int) -> httpx.Response:
        return self.pupil.client.post(f"{self.address}/{index}", headers=self.pupil.headers)

    def compute(self, index: int) -> None:
        """Begin a round and let the worker do it."""
        assert self.begin(index).status_code == 204
        for run_id in self.open_runs():
            execute(self.process, run_id)

    def open_runs(self) -> list[UUID]:
        with self.context.sessions() as session:
            return list(session.scalars(select(Run.id).where(Run.status == "queued")))

    def see(self, index: int) -> Any:
        response = self.pupil.client.get(f"{self.address}/{index}", headers=self.pupil.headers)
        assert response.status_code == 200, response.text
        return response.json()

    def guess(self, index: int, algorithm: str) -> httpx.Response:
        return self.pupil.put(f"games/{STEP.id}/rounds/{index}/guess", {"guess": algorithm})

    def game(self) -> Any:
        [game] = self.pupil.read()["games"]
        return game


def published_lesson(client: httpx.Client) -> Lesson:
    """A class in the lab above, which its teacher has written and published."""
    body = {"draft": LAB.model_dump(mode="json")}
    created = client.post("/api/lab-documents", json=body, headers=TEACHER)
    assert created.status_code == 201, created.text
    lab_id = created.json()["id"]
    assert client.post(f"/api/lab-documents/{lab_id}/publish", headers=TEACHER).is_success
    return Lesson(client, lab_id=lab_id)


@pytest.fixture
def lesson(client: httpx.Client) -> Lesson:
    return published_lesson(client)


@pytest.fixture
def ann(lesson: Lesson, context: Context, process: WorkerProcess) -> Player:
    return Player(lesson.join("ann"), context, process)


def texts(value: Any) -> Iterator[str]:
    """Every text and every name of a field."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def readable(player: Player, lesson: Lesson) -> Iterator[httpx.Response]:
    """Every address that OpenAPI lists and that a student can fill in."""
    known = {
        "class_id": lesson.id,
        "attempt_id": player.pupil.attempt_id,
        "lab_id": lesson.classroom["lab_id"],
        "document_id": lesson.classroom["lab_id"],
        "code": lesson.code,
        "step_id": STEP.id,
        "round": "0",
    }
    for path, operations in description()["paths"].items():
        parameters = {part.split("}")[0] for part in path.split("{")[1:]}
        if "get" in operations and parameters <= set(known) and not path.endswith("/events"):
            yield player.pupil.client.get(path.format_map(known), headers=player.pupil.headers)


class TestBeforeTheGuess:
    def test_only_throughput_and_queue_are_seen(self, ann: Player) -> None:
        assert ann.see(0)["status"] is None
        assert ann.see(0)["series"] is None
        ann.compute(0)
        seen = ann.see(0)
        assert (seen["status"], seen["simulated_s"], seen["duration_s"]) == ("done", 4, 4)
        assert seen["run_id"] is None
        assert seen["buffer_bytes"] == 33 * 1500, "one BDP in whole packets"
        series = seen["series"]
        columns = [(each["subject"], list(each["columns"])) for each in series["subjects"]]
        assert columns == [("flow", ["throughput_bps"]), ("link", ["queue_bytes"])]
        for each in series["subjects"]:
            for column in each["columns"].values():
                assert len(column["mean"]) == len(series["time_s"]) == 40

    def test_nothing_that_can_be_read_tells(
        self, ann: Player, lesson: Lesson, context: Context
    ) -> None:
        ann.compute(0)
        with context.sessions() as session:
            [run] = session.scalars(select(Run)).all()
            assert run.owner_key_hash is None
            document = session.execute(
                text("SELECT scenario_digest, series_digest, summary_digest, id::text FROM result")
            ).one()
        secrets = {str(run.id), run.scenario_digest, *document, ann.secret.hex()}
        # Each algorithm is named by the lab itself, so often and not more: the hidden one as the
        # others.
        before = json.dumps(ann.pupil.read()["lab"])
        count = 0
        for response in readable(ann, lesson):
            if not response.headers["Content-Type"].endswith("json"):
                continue
            count += response.status_code == 200
            body = response.json()
            assert not any(secret in response.text for secret in secrets), response.url
            if "/games/" in str(response.url) and isinstance(body, dict):
                rest = body if "lab" not in body else {**body, "lab": None}
                names = set(texts(rest))
                assert not names & set(STEP.candidates), response.url
                assert "scenario" not in names
                assert "summary" not in names
        assert count >= 5
        assert json.dumps(ann.pupil.read()["lab"]) == before
        assert ann.pupil.read()["runs"] == []
        mine = ann.pupil.client.get("/api/runs", headers=ann.pupil.headers).json()
        assert mine["items"] == []
        [nothing] = {each["algorithm"] for each in ann.game()["rounds"]}
        assert nothing is None

    def test_other_series_cannot_be_asked_for(self, ann: Player) -> None:
        ann.compute(0)
        query = {"metrics": "cwnd_bytes", "subjects": "group"}
        response = ann.pupil.client.get(f"{ann.address}/0", params=query, headers=ann.pupil.headers)
        assert "cwnd_bytes" not in response.text
        assert ann.pupil.ask_for_run(STEP.id).status_code == 409

    @pytest.mark.parametrize("query", ["", "?of=control", "?of=control&attempt={attempt}"])
    def test_streams_tell_nothing(self, ann: Player, lesson: Lesson, query: str) -> None:
        """Neither at once nor while they are open."""
        address = f"{lesson.address}/events{query.format(attempt=ann.pupil.attempt_id)}"
        with ann.pupil.client.stream("GET", address) as response:
            events = read_events(response)
            seen = [next(events)]
            ann.compute(0)
            lesson.set(is_locked=True)
            while seen[-1].data["control_revision"] == seen[0].data["control_revision"]:
                seen.append(next(events))
        counters = {"work_revision", "control_revision", "wall_revision", "told_count"}
        for event in seen:
            counted = {name: value for name, value in event.data.items() if name != "sent_at"}
            assert set(counted) == counters
            assert {type(value) for value in counted.values()} == {int}
            assert event.id == ""


class TestStoredResults:
    def test_do_not_tell_by_being_there(self, ann: Player) -> None:
        """The known seeds of each candidate reveal nothing."""
        ann.compute(0)
        for candidate in STEP.candidates:
            scenario = game_scenario(STEP, candidate).model_dump(mode="json")
            body = {"scenarios": [scenario], "seeds": [*range(1, 21), STEP.seed]}
            found = ann.pupil.client.post("/api/seeds", json=body, headers=ann.pupil.headers)
            assert found.is_success, found.text
            assert found.json()["missing"] == body["seeds"]

    def test_of_one_round_have_one_seed_in_a_class(self, ann: Player, lesson: Lesson) -> None:
        ann.compute(0)
        bob = Player(lesson.join("bob"), ann.context, ann.process)
        bob.compute(0)
        ann.guess(0, ann.other(0))
        bob.guess(0, bob.other(0))
        client = ann.pupil.client
        ids = [each.see(0)["run_id"] for each in (ann, bob)]
        first, second = (client.get(f"/api/runs/{run_id}").json()["seed"] for run_id in ids)
        assert first == second


class TestGuess:
    def test_tells_and_stays(self, ann: Player) -> None:
        ann.compute(0)
        hidden = ann.hidden(0)
        [game] = ann.guess(0, ann.other(0)).json()["games"]
        shown = game["rounds"][0]
        assert (shown["guess"], shown["algorithm"]) == (ann.other(0), hidden.algorithm)
        run = ann.pupil.client.get(f"/api/runs/{ann.see(0)['run_id']}").json()
        assert run["scenario"]["flows"][0]["algorithm"]["name"] == hidden.algorithm
        assert run["seed"] not in range(STEP.seed, STEP.seed + ROUNDS)
        refused = ann.guess(0, hidden.algorithm)
        assert refused.status_code == 409
        assert "a guess cannot be changed" in refused.json()["detail"]
        assert ann.game()["rounds"][0]["guess"] == ann.other(0)
        assert ann.see(0)["algorithm"] == hidden.algorithm

    def test_counts(self, ann: Player) -> None:
        for index in range(ROUNDS):
            ann.compute(index)
            ann.guess(index, ann.other(index) if index == 1 else ann.hidden(index).algorithm)
        assert ann.game()["score"] == {
            "right_count": 2,
            "answered_count": 3,
            "round_count": 3,
            "points": 4,
        }

    def test_says_no_points_while_the_class_holds_them_back(
        self, ann: Player, lesson: Lesson
    ) -> None:
        ann.compute(0)
        ann.guess(0, ann.hidden(0).algorithm)
        assert ann.game()["score"]["points"] == 2
        lesson.set(holds_back_points=True)
        assert ann.game()["score"]["points"] is None
        assert ann.game()["score"]["right_count"] == 1

    def test_needs_a_plot_first(self, ann: Player) -> None:
        assert ann.guess(0, "cubic").status_code == 409
        ann.begin(0)
        early = ann.guess(0, "cubic")
        assert early.status_code == 409
        assert "not been computed yet" in early.json()["detail"]
        assert ann.game()["score"]["answered_count"] == 0

    @pytest.mark.parametrize(
        ("index", "guess", "status", "reason"),
        [
            (0, "fairtt", 422, "must be one of newreno, cubic"),
            (0, "", 422, "must be one of newreno, cubic"),
            (ROUNDS, "cubic", 404, "its rounds are 0 to 2"),
            (-1, "cubic", 422, "must be at least 0"),
        ],
    )
    def test_names_a_candidate_of_a_round(
        self, ann: Player, index: int, guess: str, status: int, reason: str
    ) -> None:
        refused = ann.guess(index, guess)
        assert refused.status_code == status
        assert reason in refused.text

    def test_other_steps_have_no_rounds(self, ann: Player) -> None:
        address = f"{ann.pupil.address}/games/hardest/rounds/0"
        assert ann.pupil.client.get(address, headers=ann.pupil.headers).status_code == 409

    def test_wakes_the_class(self, ann: Player, lesson: Lesson) -> None:
        ann.compute(0)
        before = lesson.ask("GET", "/board")["work_revision"]
        ann.guess(0, "cubic")
        assert lesson.ask("GET", "/board")["work_revision"] > before


class TestRound:
    def test_is_computed_once(self, ann: Player) -> None:
        ann.begin(0)
        ann.begin(0)
        assert len(ann.open_runs()) == 1

    def test_comes_again_once_its_run_has_expired(self, ann: Player, context: Context) -> None:
        ann.compute(0)
        ann.guess(0, "cubic")
        with context.sessions.begin() as session:
            session.execute(text("DELETE FROM run"))
        shown = ann.see(0)
        assert (shown["guess"], shown["status"], shown["run_id"]) == ("cubic", None, None)
        ann.compute(0)
        assert ann.see(0)["run_id"] is not None

    def test_that_failed_can_be_tried_again(self, ann: Player, context: Context) -> None:
        ann.begin(0)
        with context.sessions.begin() as session:
            session.execute(text("UPDATE run SET status = 'cancelled', finished_at = now()"))
        assert ann.see(0)["status"] == "cancelled"
        ann.compute(0)
        assert ann.see(0)["status"] == "done"

    def test_keeps_what_the_class_allows(self, ann: Player, lesson: Lesson) -> None:
        lesson.set(paced_step_id="hardest")
        assert ann.begin(0).json()["type"].endswith("step-not-open")
        lesson.set(paced_step_id=None, is_paused=True)
        assert ann.begin(0).json()["type"].endswith("class-paused")
        assert ann.guess(0, "cubic").json()["type"].endswith("class-paused")
        assert ann.open_runs() == []

    def test_is_readable_by_its_player_only(self, ann: Player, lesson: Lesson) -> None:
        eve = lesson.join("eve")
        for method in ("GET", "POST"):
            stolen = eve.client.request(method, f"{ann.address}/0", headers=eve.headers)
            assert stolen.status_code == 403
        guess = f"{ann.address}/0/guess"
        stolen = eve.client.put(guess, json={"guess": "cubic"}, headers=eve.headers)
        assert stolen.status_code == 403


class TestClass:
    def test_has_a_table_scores_and_points(
        self, ann: Player, lesson: Lesson, context: Context, process: WorkerProcess
    ) -> None:
        bob = Player(lesson.join("bob"), context, process)
        lesson.join("cat")
        expected = {hidden: dict.fromkeys(STEP.candidates, 0) for hidden in STEP.candidates}
        for player, indices in ((ann, range(ROUNDS)), (bob, range(1))):
            for index in indices:
                player.compute(index)
                hidden = player.hidden(index).algorithm
                guess = hidden if player is ann else player.other(index)
                player.guess(index, guess)
                expected[hidden][guess] += 1
        game = lesson.ask("GET", f"/steps/{STEP.id}")["game"]
        assert game["table"] == expected
        assert game["class_right_ratio"] == 0.75
        scores = [
            (each["alias"], each["right_count"], each["answered_count"]) for each in game["scores"]
        ]
        assert scores == [("ann", 3, 3), ("bob", 0, 1)]
        assert lesson.ask("GET", "/steps/hardest")["game"] is None
        rows = lesson.ask("GET", "/board")["students"]
        assert [row["steps"][STEP.id] for row in rows] == [
            {"state": "done", "attempt_count": 3, "points": 6},
            {"state": "working", "attempt_count": 1, "points": 0},
            {"state": "none", "attempt_count": 0, "points": None},
        ]
        grades = lesson.call("GET", "/grades.csv").text.splitlines()
        assert [line.split(",")[-1] for line in grades[1:]] == ["6", "0", "0"]
        with zipfile.ZipFile(io.BytesIO(lesson.call("GET", "/evidence.zip").content)) as archive:
            guesses = json.loads(archive.read("games.json"))
        assert [(each["number"], each["round"], each["is_right"]) for each in guesses] == [
            (1, 0, True),
            (1, 1, True),
            (1, 2, True),
            (2, 0, False),
        ]
        assert guesses[0]["hidden"] == ann.hidden(0).algorithm
        assert guesses[0]["seed"] == guesses[3]["seed"] != guesses[1]["seed"]

    def test_has_no_names_and_scores_on_a_wall(self, ann: Player, lesson: Lesson) -> None:
        ann.compute(0)
        ann.guess(0, ann.hidden(0).algorithm)
        lesson.set(wall_step_id=STEP.id)
        [shown] = lesson.ask("GET", "/wall")["steps"]
        assert shown["game"] == {"guess_count": 1, "right_count": 1, "table": None}
        lesson.set(revealed_step_ids=[STEP.id])
        [shown] = lesson.ask("GET", "/wall")["steps"]
        taken = shown["game"]["table"][ann.hidden(0).algorithm]
        assert taken[ann.hidden(0).algorithm] == 1
        snapshot = lesson.ask("POST", "/snapshots", {"step_id": STEP.id, "title": "Now"})
        kept = snapshot["content"]["game"]
        assert (kept["scores"], kept["class_right_ratio"]) == ([], 1)

    def test_deletion_leaves_nothing(self, ann: Player, lesson: Lesson, context: Context) -> None:
        ann.compute(0)
        ann.guess(0, "cubic")
        ann.begin(1)
        lesson.ask("DELETE")
        with context.sessions() as session:
            assert session.scalars(select(LabGuess)).all() == []
            assert session.scalars(select(LabAttempt)).all() == []
            # They had no owner before, and expire as all such runs do.
            assert {run.owner_key_hash for run in session.scalars(select(Run))} == {None}


def test_alone_it_is_the_same_game(
    client: httpx.Client, context: Context, process: WorkerProcess
) -> None:
    headers = {"X-Lab-Owner": "alone-" + "a" * 26}
    started = client.post("/api/labs/name-that-algorithm/attempts", headers=headers).json()
    assert [(game["step_id"], game["score"]["round_count"]) for game in started["games"]] == [
        ("alone", 5),
        ("pair", 6),
    ]
    address = f"/api/lab-attempts/{started['id']}"
    last = f"{address}/games/alone/rounds/4"
    assert client.post(last, headers=headers).status_code == 204
    assert client.get(last, headers=headers).json()["status"] == "queued"
    assert client.delete(address, headers=headers).status_code == 204
