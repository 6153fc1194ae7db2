"""`GET /metrics`: the numbers are those of the tables, for whoever has the token."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import func, text, update

from lab.context import Context
from lab.models import Run
from lab.settings import Settings
from tests.support.runs import claim_run, create_run, register_core
from tests.support.server import connected
from tools.paths import PROJECT_ROOT

TOKEN = "a token of an operator"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}
DASHBOARD = PROJECT_ROOT / "docker" / "grafana-dashboard.json"


@pytest.fixture
def operated(settings: Settings) -> Iterator[httpx.Client]:
    with connected(settings.model_copy(update={"metrics_token": TOKEN})) as client:
        yield client


def samples_of(answer: httpx.Response) -> dict[tuple[str, tuple[str, ...]], float]:
    assert answer.status_code == 200
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_says_what_waits_and_for_how_long(operated: httpx.Client, context: Context) -> None:
    before = samples_of(operated.get("/metrics", headers=HEADERS))
    assert ("lab_jobs", ("run", "interactive", "queued")) not in before
    create_run(context)
    after = samples_of(operated.get("/metrics", headers=HEADERS))
    assert after["lab_jobs", ("run", "interactive", "queued")] == 1
    assert 0 <= after["lab_job_oldest_wait_seconds", ("run", "interactive")] < 3600
    assert after["lab_workers", ("interactive", "ready")] == 0
    assert after["lab_broker_up", ()] == 1
    assert after["lab_database_bytes", ()] > 1_000_000


def test_says_how_long_the_newest_runs_took_and_which_were_stored(
    operated: httpx.Client, context: Context
) -> None:
    computed, stored = create_run(context).id, create_run(context, seed=2).id
    register_core(context)
    for run_id in (computed, stored):
        claim_run(context, run_id)
    over = {"status": "done", "claimed_by": None, "finished_at": func.now()}
    with context.sessions.begin() as session:
        for run_id, started in ((computed, text("now() - interval '3 s'")), (stored, None)):
            values = {**over, "started_at": started}
            session.execute(update(Run).where(Run.id == run_id).values(values))
    context.workers.say_streams("one", 2)
    context.workers.say_streams("other", 3)
    found = samples_of(operated.get("/metrics", headers=HEADERS))
    assert found["lab_newest_runs", ("computed",)] == 1
    assert found["lab_newest_runs", ("stored",)] == 1
    assert found["lab_newest_run_seconds", ("0.95",)] == 3
    assert found["lab_event_streams", ()] == 5


def test_a_broker_that_is_away_is_a_number_too(settings: Settings) -> None:
    away = {"redis_url": "unix:///nowhere/valkey.sock", "metrics_token": TOKEN}
    with connected(settings.model_copy(update=away)) as client:
        samples = samples_of(client.get("/metrics", headers=HEADERS))
    assert samples["lab_broker_up", ()] == 0
    assert not [name for name, _ in samples if name == "lab_workers"]


@pytest.mark.parametrize("given", [{}, {"Authorization": "Bearer another"}])
def test_needs_the_token(operated: httpx.Client, given: dict[str, str]) -> None:
    refused = operated.get("/metrics", headers=given)
    assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "LAB_METRICS_TOKEN" in refused.json()["detail"]
    assert TOKEN not in refused.text


def test_there_are_none_without_a_token(client: httpx.Client) -> None:
    refused = client.get("/metrics", headers=HEADERS)
    assert refused.status_code == 404
    assert "LAB_METRICS_TOKEN" in refused.json()["detail"]


def test_the_token_is_in_no_log_of_the_settings(context: Context) -> None:
    operated = context.settings.model_copy(update={"metrics_token": TOKEN})
    assert TOKEN not in repr(operated)


def test_the_dashboard_draws_every_metric_and_no_other(settings: Settings, tmp_path: Path) -> None:
    whole = settings.model_copy(update={"metrics_token": TOKEN, "data_dir": tmp_path})
    with connected(whole) as client:
        text = client.get("/metrics", headers=HEADERS).text
    given = set(re.findall(r"^# TYPE (\S+) ", text, re.MULTILINE))
    panels = json.loads(DASHBOARD.read_text())["panels"]
    queries = [target["expr"] for panel in panels for target in panel["targets"]]
    assert {name for query in queries for name in re.findall(r"lab_\w+", query)} == given
