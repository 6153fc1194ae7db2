"""What the operator's page says is in the tables, and a limited owner gets nothing new."""

import json
from collections.abc import Iterator
from datetime import timedelta

import httpx
import pytest
from sqlalchemy import func, update

from lab.context import Context
from lab.models import Run
from lab.owner import owner_key_hash_of
from lab.recovery.expiry import expire
from lab.settings import Settings
from tests.support.experiments import create_experiment, experiment_data
from tests.support.runs import claim_run, create_run
from tests.support.scenarios import scenario
from tests.support.server import connected

TOKEN = "the token of an operator"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}
KEY = "k" * 32
OWNER = owner_key_hash_of(KEY)


@pytest.fixture
def operated(settings: Settings) -> Iterator[httpx.Client]:
    with connected(settings.model_copy(update={"operator_token": TOKEN})) as client:
        yield client


def _age(context: Context, column: str, **by: float) -> None:
    with context.sessions.begin() as session:
        session.execute(update(Run).values({column: func.now() - timedelta(**by)}))


@pytest.mark.parametrize("given", [{}, {"Authorization": "Bearer another"}])
def test_needs_its_token(operated: httpx.Client, given: dict[str, str]) -> None:
    limit = f"/api/operator/limits/{OWNER.hex()}"
    for refused in (
        operated.get("/api/operator", headers=given),
        operated.put(limit, headers=given, json={"reason": "x"}),
        operated.delete(limit, headers=given),
    ):
        assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert "LAB_OPERATOR_TOKEN" in refused.json()["detail"]


def test_a_lab_without_a_token_has_no_page(client: httpx.Client) -> None:
    assert client.get("/api/operator", headers=HEADERS).status_code == 404


def test_says_who_takes_the_space_and_gives_no_key_away(
    operated: httpx.Client, context: Context
) -> None:
    create_run(context, owner=OWNER)
    create_run(context, seed=2)
    create_experiment(context)
    read = operated.get("/api/operator", headers=HEADERS).json()
    (mine,) = read["owners"]
    assert (mine["owner"], mine["run_count"], mine["limit_reason"]) == (OWNER.hex(), 1, None)
    assert mine["storage_bytes"] > 0
    assert read["series_bytes"] == mine["storage_bytes"] + read["ownerless_series_bytes"]
    assert read["owner_count"] == 1
    assert read["workers"] == "no worker is here for single runs and experiments"
    assert KEY not in json.dumps(read)


def test_says_what_is_stuck(operated: httpx.Client, context: Context) -> None:
    run = create_run(context)
    assert operated.get("/api/operator", headers=HEADERS).json()["stuck"] == []
    _age(context, "enqueued_at", seconds=90)
    (waits,) = operated.get("/api/operator", headers=HEADERS).json()["stuck"]
    assert (waits["id"], waits["kind"], waits["status"]) == (str(run.id), "run", "queued")
    assert waits["waited_s"] >= 90
    claim_run(context, run.id)
    _age(context, "heartbeat_at", seconds=30)
    (silent,) = operated.get("/api/operator", headers=HEADERS).json()["stuck"]
    assert (silent["status"], silent["waited_s"], silent["attempt"]) == ("running", None, 1)
    assert silent["silent_s"] >= 30


def test_says_what_goes_and_that_is_what_goes(operated: httpx.Client, context: Context) -> None:
    create_run(context, owner=OWNER)
    create_run(context, seed=2)
    with context.sessions.begin() as session:
        session.execute(update(Run).values(status="cancelled", finished_at=func.now()))
    days = context.settings.ownerless_run_kept_days
    _age(context, "finished_at", days=days - 1)

    def runs() -> dict[str, object]:
        kept = operated.get("/api/operator", headers=HEADERS).json()["kept"]
        return next(line for line in kept if line["what"] == "runs")

    assert (runs()["count"], runs()["overdue_count"]) == (1, 0)
    assert runs()["next_at"] is not None
    _age(context, "finished_at", days=days + 1)
    assert (runs()["count"], runs()["overdue_count"]) == (1, 1)
    expire(context)
    assert runs() == {"what": "runs", "count": 0, "next_at": None, "overdue_count": 0}


def test_a_limited_owner_reads_the_reason_and_others_go_on(operated: httpx.Client) -> None:
    limit = f"/api/operator/limits/{OWNER.hex()}"
    mine = {"X-Lab-Owner": KEY}
    run = {"scenario": scenario(5.0)}
    made = operated.post("/api/runs", json=run, headers=mine)
    assert made.status_code == 201
    reason = "Your script asks for the same run again and again."
    assert operated.put(limit, headers=HEADERS, json={"reason": reason}).status_code == 204
    other = {"scenario": scenario(6.0)}
    experiment = {"experiment": experiment_data()}
    for refused in (
        operated.post("/api/runs", json=other, headers=mine),
        operated.post("/api/runs/many", json={"runs": [other]}, headers=mine),
        operated.post("/api/experiments", json=experiment, headers=mine),
    ):
        assert refused.status_code == 403
        assert reason in refused.json()["detail"]
    assert operated.get(f"/api/runs/{made.json()['id']}", headers=mine).status_code == 200
    assert operated.post("/api/runs", json=other).status_code == 201
    (line,) = operated.get("/api/operator", headers=HEADERS).json()["owners"]
    assert line["limit_reason"] == reason
    assert operated.delete(limit, headers=HEADERS).status_code == 204
    again = {"scenario": scenario(7.0)}
    assert operated.post("/api/runs", json=again, headers=mine).status_code == 201


@pytest.mark.parametrize("owner", ["x", OWNER.hex()[:-1], OWNER.hex().upper()])
def test_what_is_no_digest_is_refused(operated: httpx.Client, owner: str) -> None:
    refused = operated.put(f"/api/operator/limits/{owner}", headers=HEADERS, json={"reason": "x"})
    assert refused.status_code == 422
