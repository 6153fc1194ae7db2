"""Runs over HTTP: create, read, list, cancel, delete, and who may do what."""

from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from lab.context import Context
from lab.jobs import AttemptLost
from lab.models import Result, Run
from lab.results.repository import Core
from lab.runs import attempts
from lab.series import timeline
from lab.settings import Settings
from tests.support.documents import result_document
from tests.support.runs import (
    ALICE,
    BOB,
    CORE,
    CORE_VERSION,
    NEWER_CORE,
    REBUILT_CORE,
    claim_run,
    count_rows,
    register_core,
)
from tests.support.scenarios import scenario
from tests.support.server import connected


def _create(client: httpx.Client, headers: dict[str, str] | None = None, **body: Any) -> Any:
    response = client.post("/api/runs", json={"scenario": scenario(), **body}, headers=headers)
    assert response.status_code == 201, response.text
    return response.json()


def _finish(context: Context, run_id: str) -> None:
    """What a worker does, without the simulation."""
    register_core(context)
    attempt = claim_run(context, UUID(run_id))
    attempts.finish_done(context.sessions, attempt, result_document(attempt))


class TestCreate:
    def test_run_is_queued_with_every_default_filled_in(self, client: httpx.Client) -> None:
        run = _create(client, name="mine")
        assert run["status"] == "queued"
        assert (run["seed"], run["name"], run["queue"], run["attempt"]) == (
            1,
            "mine",
            "interactive",
            0,
        )
        assert run["scenario"]["transport"]["initial_window_packets"] == 10
        assert run["progress"] == {"simulated_s": 0, "duration_s": 10, "sample_count": 0}
        assert run["predicted_packets"] == 12_500
        assert run["result"] is run["error"] is run["core_version"] is None
        assert client.get(f"/api/runs/{run['id']}").json() == run

    def test_run_without_a_name_is_called_by_its_settings(self, client: httpx.Client) -> None:
        unnamed = scenario(name="")
        run = client.post("/api/runs", json={"scenario": unnamed}).json()
        assert run["name"] == "2 NewReno, 10 Mbit/s, 25 and 35 ms"
        assert run["scenario"]["name"] == ""
        run = client.post("/api/runs", json={"scenario": unnamed, "name": "Mine"}).json()
        assert run["name"] == "Mine"

    def test_name_of_the_scenario_names_the_run(self, client: httpx.Client) -> None:
        assert _create(client)["name"] == "test"

    def test_message_holds_the_id_and_nothing_else(
        self, client: httpx.Client, context: Context
    ) -> None:
        run = _create(client)
        assert context.job_queue.waiting_message_count("interactive") == 1
        with context.job_queue._app.connection_for_read() as connection:
            message = connection.default_channel.basic_get("interactive")
            assert message.payload[:2] == [[run["id"]], {}]

    def test_run_too_large_for_interactive_goes_to_batch(
        self, client: httpx.Client, context: Context
    ) -> None:
        large = {"scenario": scenario(duration_s=600, rate_bps=1e9)}
        run = client.post("/api/runs", json=large).json()
        assert (run["predicted_packets"], run["queue"]) == (75_000_000, "batch")
        assert context.job_queue.waiting_message_count("batch") == 1

    def test_run_too_large_for_the_queue_asked_for_is_refused(self, client: httpx.Client) -> None:
        body = {"scenario": scenario(duration_s=600, rate_bps=1e9), "queue": "interactive"}
        response = client.post("/api/runs", json=body)
        assert response.status_code == 422
        assert response.json()["errors"] == [
            {
                "path": "queue",
                "pointer": "/queue",
                "message": "queue is 'interactive', which takes runs of at most 50000000"
                " packets, a sample counted as 14; this scenario may have 75252050, with 18000"
                " samples. Use 'batch', or leave queue out.",
                "value": "interactive",
                "bound": 50_000_000,
            }
        ]

    def test_broker_that_is_away_does_not_lose_the_run(
        self, settings: Settings, context: Context
    ) -> None:
        away = settings.model_copy(update={"redis_url": "unix:///nowhere/valkey.sock"})
        with connected(away) as client:
            run = _create(client)
        with context.sessions() as session:
            stored = session.get(Run, UUID(run["id"]))
            assert stored is not None
            assert stored.status == "queued"

    def test_rate_limit_names_itself_and_when_to_come_back(self, settings: Settings) -> None:
        limited = settings.model_copy(update={"runs_per_minute_per_owner": 2})
        with connected(limited) as client:
            _create(client, ALICE)
            _create(client, ALICE)
            third = client.post("/api/runs", json={"scenario": scenario()}, headers=ALICE)
            _create(client, BOB)
        assert third.status_code == 429
        assert third.headers["Retry-After"] == "10"
        assert third.json()["title"] == "Too many requests"


class TestStoredResult:
    def test_equal_work_is_answered_at_once(self, client: httpx.Client, context: Context) -> None:
        first = _create(client)
        _finish(context, first["id"])
        second = _create(client)
        assert second["status"] == "done"
        assert second["id"] != first["id"]
        assert second["result"]["series_digest"] == "5" * 64
        assert second["core_version"] == CORE_VERSION
        assert second["progress"]["sample_count"] == second["result"]["sample_count"]
        assert count_rows(context, Result) == 1
        # No message was sent for the second one.
        assert context.job_queue.waiting_message_count("interactive") == 1

    @pytest.mark.parametrize(
        "change", [{"seed": 2}, {"scenario": scenario(duration_s=11)}], ids=["seed", "scenario"]
    )
    def test_other_work_is_not(
        self, client: httpx.Client, context: Context, change: dict[str, Any]
    ) -> None:
        _finish(context, _create(client)["id"])
        assert _create(client, **change)["status"] == "queued"

    @pytest.mark.parametrize(("newest", "status"), [(REBUILT_CORE, "done"), (NEWER_CORE, "queued")])
    def test_work_of_an_older_core_is_while_it_behaves_the_same(
        self, newest: Core, status: str, client: httpx.Client, context: Context
    ) -> None:
        _finish(context, _create(client)["id"])
        register_core(context, newest)
        assert _create(client)["status"] == status

    def test_names_and_labels_are_the_own_ones_of_each_run(
        self, client: httpx.Client, context: Context
    ) -> None:
        _finish(context, _create(client)["id"])
        renamed = scenario(name="other")
        renamed["flows"][0]["label"] = "elephant"
        second = _create(client, scenario=renamed)
        assert (second["status"], second["name"]) == ("done", "other")
        assert [flow["label"] for flow in second["result"]["flows"]] == ["elephant", "short"]

    def test_queued_twin_is_done_when_its_turn_comes(
        self, client: httpx.Client, context: Context
    ) -> None:
        first, second = _create(client), _create(client)
        _finish(context, first["id"])
        with context.sessions.begin() as session:
            attempt = attempts.claim(
                session,
                UUID(second["id"]),
                worker="w",
                core=CORE,
                max_attempts=3,
            )
        assert attempt is None
        assert client.get(f"/api/runs/{second['id']}").json()["status"] == "done"
        assert count_rows(context, Result) == 1

    def test_twins_computed_at_the_same_time_share_one_result(
        self, client: httpx.Client, context: Context
    ) -> None:
        twins = [UUID(_create(client)["id"]) for _ in range(2)]
        held = [claim_run(context, run_id, f"worker-{run_id}") for run_id in twins]
        for attempt in held:
            attempts.finish_done(context.sessions, attempt, result_document(attempt))
        states = [client.get(f"/api/runs/{run_id}").json() for run_id in twins]
        assert [state["status"] for state in states] == ["done", "done"]
        assert count_rows(context, Result) == 1


class TestList:
    def test_mine_newest_first_page_by_page(self, client: httpx.Client) -> None:
        mine = [_create(client, ALICE, seed=seed)["id"] for seed in range(5)]
        _create(client, BOB)
        _create(client)
        found: list[str] = []
        cursor = None
        for expected in (2, 2, 1):
            query = {"limit": 2} | ({"cursor": cursor} if cursor else {})
            page = client.get("/api/runs", params=query, headers=ALICE).json()
            assert len(page["items"]) == expected
            found += [run["id"] for run in page["items"]]
            cursor = page["next_cursor"]
        assert cursor is None
        assert found == mine[::-1]

    def test_results_are_left_out_of_the_list(self, client: httpx.Client, context: Context) -> None:
        run = _create(client, ALICE)
        _finish(context, run["id"])
        [listed] = client.get("/api/runs", headers=ALICE).json()["items"]
        read = client.get(f"/api/runs/{run['id']}").json()
        assert read.pop("result") is not None
        assert listed.pop("result") is listed.pop("overview") is None
        assert listed == read

    def test_without_a_key_the_answer_says_what_is_needed(self, client: httpx.Client) -> None:
        response = client.get("/api/runs")
        assert response.status_code == 400
        assert "X-Lab-Owner" in response.json()["detail"]

    def test_short_key_is_refused(self, client: httpx.Client) -> None:
        response = client.get("/api/runs", headers={"X-Lab-Owner": "guessable"})
        assert response.status_code == 422
        assert response.json()["errors"][0]["path"] == "x-lab-owner"

    def test_foreign_cursor_is_refused(self, client: httpx.Client) -> None:
        response = client.get("/api/runs", params={"cursor": "bm9uc2Vuc2U"}, headers=ALICE)
        assert response.status_code == 422
        assert response.json()["errors"][0]["path"] == "cursor"


class TestOwner:
    def test_only_the_hash_of_the_key_is_stored(
        self, client: httpx.Client, context: Context
    ) -> None:
        run = _create(client, ALICE)
        with context.sessions() as session:
            stored = session.get(Run, UUID(run["id"]))
            assert stored is not None
            assert stored.owner_key_hash is not None
            assert len(stored.owner_key_hash) == 32

    @pytest.mark.parametrize("stranger", [BOB, None], ids=["other key", "no key"])
    def test_stranger_reads_but_does_not_change(
        self, client: httpx.Client, stranger: dict[str, str] | None
    ) -> None:
        run = _create(client, ALICE)
        path = f"/api/runs/{run['id']}"
        assert client.get(path, headers=stranger).status_code == 200
        assert client.post(f"{path}/cancel", headers=stranger).status_code == 403
        assert client.delete(path, headers=stranger).status_code == 403
        assert client.get(path).json()["status"] == "queued"
        assert client.delete(path, headers=ALICE).status_code == 204

    def test_run_without_owner_is_anybodys(self, client: httpx.Client) -> None:
        run = _create(client)
        response = client.post(f"/api/runs/{run['id']}/cancel", headers=BOB)
        assert response.json()["status"] == "cancelled"


class TestCancel:
    def test_waiting_run_is_cancelled_at_once(self, client: httpx.Client) -> None:
        run = _create(client)
        cancelled = client.post(f"/api/runs/{run['id']}/cancel")
        assert cancelled.status_code == 200
        assert cancelled.json()["status"] == "cancelled"
        assert cancelled.json()["finished_at"] is not None

    def test_running_run_is_cancelled_at_once_and_its_worker_hears_it(
        self, client: httpx.Client, context: Context
    ) -> None:
        run = _create(client)
        attempt = claim_run(context, UUID(run["id"]))
        answer = client.post(f"/api/runs/{run['id']}/cancel").json()
        assert answer["status"] == "cancelled"
        assert answer["core_version"] == attempt.core.version
        assert client.get(f"/api/runs/{run['id']}").json() == answer
        with pytest.raises(AttemptLost), context.sessions.begin() as session:
            attempts.keep_alive(session, attempt)
        assert client.delete(f"/api/runs/{run['id']}").status_code == 204
        assert count_rows(context, Result) == 0

    def test_a_worker_in_the_middle_of_writing_holds_no_cancel_up(
        self, client: httpx.Client, context: Context
    ) -> None:
        run = _create(client)
        attempt = claim_run(context, UUID(run["id"]))
        with context.sessions.begin() as session:
            # What a worker does for seconds before it locks the run: it adds to the result.
            timeline.add(session, attempt.result_id, [timeline.NewChunk(0, [], [{"time_s": 1.0}])])
            answer = client.post(f"/api/runs/{run['id']}/cancel")
            with pytest.raises(AttemptLost):
                attempts.add_samples(session, attempt, sample_count=9, simulated_s=1, announce=True)
            session.rollback()
        assert answer.json()["status"] == "cancelled"
        assert answer.json()["progress"]["sample_count"] == 0

    def test_run_that_is_over_is_a_conflict(self, client: httpx.Client) -> None:
        run = _create(client)
        client.post(f"/api/runs/{run['id']}/cancel")
        again = client.post(f"/api/runs/{run['id']}/cancel")
        assert again.status_code == 409
        assert again.json()["detail"] == f"Run {run['id']} is already over: it is cancelled."


class TestRename:
    def test_new_name_is_kept_and_the_scenario_keeps_its_own(
        self, client: httpx.Client, context: Context
    ) -> None:
        run = _create(client, ALICE)
        _finish(context, run["id"])
        path = f"/api/runs/{run['id']}"
        renamed = client.patch(path, json={"name": "  deep buffer "}, headers=ALICE).json()
        assert (renamed["name"], renamed["scenario"]["name"]) == ("deep buffer", "test")
        assert renamed["result"] is not None
        assert client.get(path).json() == renamed

    def test_name_beyond_its_length_is_refused_with_the_bound(self, client: httpx.Client) -> None:
        run = _create(client, ALICE)
        answer = client.patch(f"/api/runs/{run['id']}", json={"name": "x" * 201}, headers=ALICE)
        [error] = answer.json()["errors"]
        assert (answer.status_code, error["path"], error["bound"]) == (422, "name", 200)

    @pytest.mark.parametrize("stranger", [BOB, None], ids=["other key", "no key"])
    def test_stranger_does_not_rename(
        self, client: httpx.Client, stranger: dict[str, str] | None
    ) -> None:
        run = _create(client, ALICE)
        path = f"/api/runs/{run['id']}"
        assert client.patch(path, json={"name": "mine"}, headers=stranger).status_code == 403
        assert client.get(path).json()["name"] == "test"


class TestDelete:
    def test_result_stays_while_another_run_holds_it(
        self, client: httpx.Client, context: Context
    ) -> None:
        first = _create(client)
        _finish(context, first["id"])
        second = _create(client)
        assert client.delete(f"/api/runs/{first['id']}").status_code == 204
        assert client.get(f"/api/runs/{first['id']}").status_code == 404
        assert client.get(f"/api/runs/{second['id']}").json()["result"] is not None
        assert client.delete(f"/api/runs/{second['id']}").status_code == 204
        assert (count_rows(context, Run), count_rows(context, Result)) == (0, 0)

    def test_unknown_run_is_not_found(self, client: httpx.Client) -> None:
        run_id = uuid4()
        for response in (
            client.get(f"/api/runs/{run_id}"),
            client.post(f"/api/runs/{run_id}/cancel"),
            client.delete(f"/api/runs/{run_id}"),
            client.get(f"/api/runs/{run_id}/series"),
            client.get(f"/api/runs/{run_id}/timeline"),
            client.get(f"/api/runs/{run_id}/events"),
        ):
            assert response.status_code == 404
            assert response.headers["Content-Type"] == "application/problem+json"
            assert str(run_id) in response.json()["detail"]


def test_run_that_is_asked_for_twice_with_one_key_is_one(client: httpx.Client) -> None:
    headers = {"X-Lab-Owner": "c" * 32, "Idempotency-Key": "k" * 22}
    body = {"scenario": scenario(), "seed": 3}
    first, again = (client.post("/api/runs", json=body, headers=headers) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    other = client.post("/api/runs", json={**body, "seed": 4}, headers=headers)
    assert other.status_code == 409
    assert len(client.get("/api/runs", headers=headers).json()["items"]) == 1
