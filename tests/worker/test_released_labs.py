"""The data of released labs, as those releases made it, is upgraded to today's schema and read.

`released_labs/REVISION.dump` is `pg_dump` of a lab of that commit, and `REVISION.json` what its own
API said of it (`released_labs/README.md`).
"""

import csv
import hashlib
import io
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import select

from lab.context import build_context
from lab.models import Result
from lab.settings import Settings
from lab_worker.stored_digests import wrong_digests
from tests.support.migrations import upgrade
from tests.support.server import connected
from tools.servers import PostgresServer, ValkeyServer

FOLDER = Path(__file__).with_name("released_labs")
DATABASE = "lab_released"

RENAMED = {".identifier_number"}
"""What today's API has under another name: a student may have several identifiers."""

Json = Any


class Upgraded:
    """A lab of today with the data of a released one."""

    def __init__(self, name: str, settings: Settings, client: httpx.Client) -> None:
        self.settings, self.client = settings, client
        self.said: Json = json.loads((FOLDER / f"{name}.json").read_text())

    def ask(self, path: str, owner: str | None = None, **headers: str) -> httpx.Response:
        """As a user's browser; it must be answered."""
        if owner is not None:
            headers["X-Lab-Owner"] = hashlib.sha256(owner.encode()).hexdigest()
        answer = self.client.get(path, headers=headers)
        assert answer.is_success, (path, answer.text)
        return answer

    def mine(self, path: str) -> httpx.Response:
        """As the one who made its runs."""
        return self.ask(path, self.said["owner"])


@pytest.fixture(scope="module", params=sorted(path.stem for path in FOLDER.glob("*.dump")))
def lab(
    request: pytest.FixtureRequest, postgres: PostgresServer, valkey: ValkeyServer
) -> Iterator[Upgraded]:
    """Each of them once."""
    postgres.create_database(DATABASE)
    dump = str(FOLDER / f"{request.param}.dump")
    postgres.run_program("pg_restore", "--no-owner", "--exit-on-error", "-d", DATABASE, dump)
    url = postgres.database_url(DATABASE)
    upgrade(url)
    settings = Settings(
        database_url=url, redis_url=valkey.url, janitor_interval_s=1e9, log_level="WARNING"
    )
    with connected(settings) as client:
        yield Upgraded(request.param, settings, client)
    postgres.drop_database(DATABASE)


def test_every_result_is_what_its_digests_say(lab: Upgraded) -> None:
    context = build_context(lab.settings, application_name="test")
    with closing(context), context.sessions.begin() as session:
        found: list[UUID] = list(
            session.scalars(select(Result.id).where(Result.done_at.is_not(None)))
        )
        assert len(found) >= len(lab.said["runs"])
        assert [line for each in found for line in wrong_digests(session, each)] == []


def test_runs_have_their_numbers_and_curves(lab: Upgraded) -> None:
    for said in lab.said["runs"]:
        run = lab.mine(f"/api/runs/{said['id']}").json()
        assert _said_again(run, said) == []
        path = f"/api/runs/{said['id']}/series?metrics=throughput_bps&subjects=flow:0"
        series = lab.mine(path).json()
        assert len(series["time_s"]) == said["result"]["sample_count"]
        lab.mine(f"/api/runs/{said['id']}/timeline")
        assert lab.mine(f"/api/runs/{said['id']}/export/csv").content
    listed = lab.mine("/api/runs").json()["items"]
    assert {said["id"] for said in lab.said["runs"]} <= {each["id"] for each in listed}


def test_experiments_have_their_rows(lab: Upgraded) -> None:
    said = lab.said["experiment"]
    address = f"/api/experiments/{said['id']}"
    found = lab.mine(address).json()
    assert (found["name"], found["status"], found["seeds"]) == (
        said["name"],
        "done",
        said["seeds"],
    )
    table = lab.mine(f"{address}/table.csv").text
    rows = {(row["cell_index"], row["seed"]): row for row in csv.DictReader(io.StringIO(table))}
    assert len(rows) == len(said["rows"])
    for row in said["rows"]:
        assert row.items() <= rows[row["cell_index"], row["seed"]].items()


def test_links_show_what_they_showed(lab: Upgraded) -> None:
    for said in lab.said["shares"]:
        shown = lab.ask("/api/shared", **{"X-Lab-Share": said["token"]}).json()
        digests = [run["result"]["series_digest"] for run in shown["runs"]]
        assert (shown["kind"], shown["title"], digests) == (
            said["kind"],
            said["title"],
            said["series_digests"],
        )
        if shown["experiment_id"] is not None:
            copy = lab.ask(f"/api/experiments/{shown['experiment_id']}").json()
            assert copy["status"] == "done"


def test_classes_keep_their_students_and_their_work(lab: Upgraded) -> None:
    said = lab.said.get("class")
    if said is None:
        return  # a release without classes
    address = f"/api/classes/{said['id']}"
    assert lab.ask(address, said["teacher"]).json()["name"] == said["name"]
    [student] = lab.ask(f"{address}/board", said["teacher"]).json()["students"]
    assert _said_again(student, said["board"]) == []
    assert lab.ask(f"{address}/grades.csv", said["teacher"]).text == said["grades"]
    attempt = lab.ask(f"/api/lab-attempts/{said['attempt_id']}", said["student"]).json()
    assert _said_again(attempt["answers"], said["answers"]) == []


def _said_again(now: Json, before: Json, place: str = "") -> list[str]:
    """Where today's answer differs; what it has besides does not count."""
    if isinstance(before, dict) and isinstance(now, dict):
        return [
            line
            for name, value in before.items()
            if f"{place}.{name}" not in RENAMED
            for line in (
                _said_again(now[name], value, f"{place}.{name}")
                if name in now
                else [f"{place}.{name} is gone"]
            )
        ]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        pairs = enumerate(zip(now, before, strict=True))
        return [line for i, (a, b) in pairs for line in _said_again(a, b, f"{place}[{i}]")]
    return [] if now == before else [f"{place}: {before!r} was said, now {now!r}"]
