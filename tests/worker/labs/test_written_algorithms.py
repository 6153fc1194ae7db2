"""A step whose goal is reached by an algorithm that the student has written."""

import base64
from typing import Any
from uuid import UUID

import httpx
import pytest
import wasmtime
from sqlalchemy import Row, delete, func, select, update

from lab.errors import TooManyRequests
from lab.labs import hidden
from lab.models import LabRun, Result, Run
from lab.recovery.expiry import expire
from lab_model.classroom.lab_file import GoalStep
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.cli.wat import wat

OWNER = {"X-Lab-Owner": "writes-" + "w" * 26}
OPEN = "flows.*.algorithm.name"
WINDOW = "i64.const {}"
STATE = """(global $cwnd (mut i64) (i64.const 10)) (global $ssthresh (mut i64) (i64.const 1000000))
    (global $credit (mut i64) (i64.const 0)) (global $until (mut i64) (i64.const 0))"""
SHRINK = """(if (i64.ge_s (local.get 11) (global.get $until)) (then
      (global.set $until (local.get 12))
      (global.set $cwnd (i64.div_s (i64.mul (global.get $cwnd) (i64.const 9)) (i64.const 10)))
      (if (i64.lt_s (global.get $cwnd) (i64.const 2)) (then (global.set $cwnd (i64.const 2))))))
    (global.set $ssthresh (global.get $cwnd))"""
GROW = """(if (i64.lt_s (global.get $cwnd) (global.get $ssthresh))
      (then (global.set $cwnd (i64.add (global.get $cwnd) (local.get 4))))
      (else (global.set $credit (i64.add (global.get $credit) (local.get 4)))
        (if (i64.ge_s (global.get $credit) (global.get $cwnd)) (then
          (global.set $credit (i64.sub (global.get $credit) (global.get $cwnd)))
          (global.set $cwnd (i64.add (global.get $cwnd) (i64.const 1)))))))"""
# A tenth off once per round trip where the RTT is above 1.25 times the lowest, else NewReno.
RULE = f"""(if (i64.gt_s (i64.mul (local.get 1) (i64.const 4))
                         (i64.mul (local.get 3) (i64.const 5)))
    (then {SHRINK}) (else {GROW})) (global.get $cwnd)"""
HIDDEN_SEEDS = 3


class Student:
    """One owner at the goal of the lab."""

    def __init__(self, client: httpx.Client, process: WorkerProcess) -> None:
        self.client, self.process = client, process
        begun = client.post("/api/labs/write-an-algorithm/attempts", headers=OWNER)
        self.address = f"/api/lab-attempts/{begun.json()['id']}"
        asked = {"answer": 150}
        client.put(f"{self.address}/answers/guess", json=asked, headers=OWNER)

    def store(self, window: int) -> str:
        """A module whose window never changes."""
        names = ("ccsim_init", "ccsim_on_ack", "ccsim_on_congestion")
        return self._stored(wat({name: WINDOW.format(window) for name in names}))

    def store_rule(self) -> str:
        """The one of the lab's notes: it reacts to delay."""
        bodies = {"ccsim_on_ack": RULE, "ccsim_on_congestion": "(global.get $cwnd)"}
        return self._stored(wat(bodies, more=STATE))

    def _stored(self, text: str) -> str:
        content = wasmtime.wat2wasm(text)
        body = {"content_base64": base64.b64encode(content).decode()}
        stored = self.client.post("/api/algorithms/modules", json=body, headers=OWNER)
        assert stored.status_code == 201, stored.text
        return str(stored.json()["name"])

    def ask_for_run(self, **settings: Any) -> httpx.Response:
        address = f"{self.address}/steps/write/runs"
        return self.client.post(address, json={"settings": settings}, headers=OWNER)

    def asked(self, **settings: Any) -> UUID:
        asked = self.ask_for_run(**settings)
        assert asked.status_code == 201, asked.text
        return UUID(asked.json()["id"])

    def run(self, **settings: Any) -> UUID:
        """Computes what the student sees, and nothing hidden."""
        run_id = self.asked(**settings)
        self.compute(run_id)
        return run_id

    def compute(self, run_id: UUID) -> None:
        """A worker takes what waits longest, whichever message brings it here."""
        while self.client.get(f"/api/runs/{run_id}").json()["status"] == "queued":
            execute(self.process, run_id)

    def goal_of_run(self, **settings: Any) -> Any:
        self.run(**settings)
        return self.last()["goal"]

    def last(self) -> Any:
        """The last run, as its student reads it."""
        return self.client.get(self.address, headers=OWNER).json()["runs"][-1]

    def hidden_of(self, run_id: UUID) -> list[Row[Any]]:
        """Id, seed and owner of the runs that judge it."""
        wanted = select(LabRun.run_id, Run.seed, Run.owner_key_hash, Run.result_id)
        with self.process.context.sessions() as session:
            found = session.execute(
                wanted.join(Run, Run.id == LabRun.run_id).where(LabRun.hidden_of == run_id)
            )
            return list(found)

    def count(self, table: type[Run | Result | LabRun]) -> int:
        with self.process.context.sessions() as session:
            return len(session.scalars(select(table)).all())


@pytest.fixture
def student(client: httpx.Client, process: WorkerProcess) -> Student:
    return Student(client, process)


def test_a_module_reaches_the_goal_by_what_its_run_measures(student: Student) -> None:
    """The path holds 100 packets: three windows of 36 fill it, three of 20 do not."""
    assert student.goal_of_run()["holds"] is False
    missed = student.goal_of_run(**{OPEN: student.store(20)})
    assert (missed["holds"], missed["hidden"]) == (False, None)
    judging = student.hidden_of(student.run(**{OPEN: student.store_rule()}))
    assert len(judging) == HIDDEN_SEEDS
    for place, each in enumerate(judging):
        last = student.last()
        assert (last["status"], last["goal"]) == ("done", None)
        assert last["hidden_open_count"] == HIDDEN_SEEDS - place
        student.compute(each.run_id)
    reached = student.last()["goal"]
    assert reached["holds"] is True
    assert reached["terms"]["utilisation_ratio"] > 0.95
    assert reached["hidden"] == {"seed_count": 3, "reached_count": 3, "failed_count": 0}


@pytest.mark.parametrize("value", ["cdg", "wasm:", "wasm:" + "g" * 64, 7, None])
def test_what_is_no_module_is_refused(value: Any, student: Student) -> None:
    """The algorithms of the core would reach it without a line written."""
    refused = student.ask_for_run(**{OPEN: value})
    assert refused.status_code == 422
    [problem] = refused.json()["errors"]
    assert problem["pointer"] == f"/settings/{OPEN}"
    assert problem["message"].endswith("must be a module: wasm: and the SHA-256 of its bytes")


def test_a_module_that_is_not_stored_is_refused(student: Student) -> None:
    refused = student.ask_for_run(**{OPEN: "wasm:" + "0" * 64})
    assert refused.status_code == 422
    assert "wasm:00000000" in refused.text
    assert student.client.get(student.address, headers=OWNER).json()["runs"] == []


class TestHiddenSeeds:
    """A module that fits the seed that its student sees is no answer."""

    def test_one_that_misses_the_goal_or_fails_decides(self, student: Student) -> None:
        """Its own run reaches the goal; one result is made to say that another seed's does not."""
        judging = student.hidden_of(student.run(**{OPEN: student.store_rule()}))
        failed = {"status": "failed", "error": {}, "finished_at": func.now()}
        for each in judging[:2]:
            student.compute(each.run_id)
        with student.process.context.sessions.begin() as session:
            result_id = session.scalar(select(Run.result_id).where(Run.id == judging[0].run_id))
            document = session.scalar(select(Result.document).where(Result.id == result_id))
            assert document is not None
            document["summary"]["jain_index"] = 0.5
            session.execute(update(Result).where(Result.id == result_id).values(document=document))
            session.execute(update(Run).where(Run.id == judging[2].run_id).values(failed))
        goal = student.last()["goal"]
        assert goal["holds"] is False
        assert goal["hidden"] == {"seed_count": 3, "reached_count": 1, "failed_count": 1}

    def test_a_window_that_fits_the_path_shown_does_not_fit_all(self, student: Student) -> None:
        """Each hidden run has its part of each range. Three windows of 36 packets keep the RTT of
        40 ms below 65 on more than 19.9 Mbit/s, and the link busy for 95 % on less than 34.1.
        """
        judging = student.hidden_of(student.run(**{OPEN: student.store(36)}))
        links = []
        for each in judging:
            student.compute(each.run_id)
            scenario = student.client.get(f"/api/runs/{each.run_id}").json()["scenario"]
            links.append(scenario["bottleneck"])
        rates_bps = sorted(link["rate_bps"] for link in links)
        ends_bps = [12e6 * 5 ** (part / 3) for part in range(4)]
        for part, rate_bps in enumerate(rates_bps):
            assert ends_bps[part] * 0.99 <= rate_bps <= ends_bps[part + 1] * 1.01
        assert all(3 <= link["buffer"]["amount"] <= 6 for link in links)
        goal = student.last()["goal"]
        assert goal["holds"] is False
        certain, possible = (
            sum(low * 1e6 < rate_bps < high * 1e6 for rate_bps in rates_bps)
            for low, high in ((20.5, 33), (19.3, 35.5))
        )
        assert certain <= goal["hidden"]["reached_count"] <= possible

    def test_seeds_and_runs_are_never_sent(self, student: Student) -> None:
        name = student.store(36)
        judging = student.hidden_of(student.asked(**{OPEN: name}))
        seeds = {each.seed for each in judging}
        assert len(seeds) == HIDDEN_SEEDS
        assert 1 not in seeds
        assert {each.owner_key_hash for each in judging} == {None}
        listed = student.client.get("/api/runs", headers=OWNER).text
        read = student.client.get(student.address, headers=OWNER).text
        for each in judging:
            assert str(each.run_id) not in listed + read
            assert str(each.seed) not in listed + read
        # Another try meets the same ones, so that none succeeds by luck; equal work is done once.
        again = student.hidden_of(student.asked(**{OPEN: name}))
        assert {each.seed for each in again} == seeds

    def test_all_runs_begin_or_none_does(
        self, student: Student, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def seed_of(_step: GoalStep, _secret: bytes, index: int) -> int:
            if index == HIDDEN_SEEDS - 1:
                raise TooManyRequests("That were too many.")
            return index

        monkeypatch.setattr(hidden, "_seed_of", seed_of)
        assert student.ask_for_run(**{OPEN: student.store(36)}).status_code == 429
        assert (student.count(Run), student.count(LabRun)) == (0, 0)

    def test_they_stay_as_long_as_what_they_judge(self, student: Student) -> None:
        run_id = student.run(**{OPEN: student.store(36)})
        [first, *_] = student.hidden_of(run_id)
        student.compute(first.run_id)
        with student.process.context.sessions.begin() as session:
            long_ago = update(Run).where(Run.status == "done")
            session.execute(long_ago.values(finished_at="2020-01-01T00:00:00Z"))
        expire(student.process.context)
        assert len(student.hidden_of(run_id)) == HIDDEN_SEEDS
        assert student.client.delete(f"/api/runs/{run_id}", headers=OWNER).status_code == 204
        assert (student.count(Run), student.count(Result), student.count(LabRun)) == (0, 0, 0)

    def test_they_go_with_the_attempt(self, student: Student) -> None:
        run_id = student.asked(**{OPEN: student.store(36)})
        assert student.client.delete(student.address, headers=OWNER).status_code == 204
        assert (student.count(Run), student.count(LabRun)) == (1, 0)
        with student.process.context.sessions.begin() as session:
            session.execute(delete(Run).where(Run.id == run_id))
