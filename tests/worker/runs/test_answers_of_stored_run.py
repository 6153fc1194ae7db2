"""What is kept of a result answers all of its runs, and each with the bytes of its own."""

from uuid import UUID

import httpx
import pytest

from lab.context import Context
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.scenarios import scenario
from tests.worker.runs.support import LONG_S, create

ABOUT = ("series?points=20", "series", "timeline", "causes", "phenomena")


def _relabelled(label: str) -> dict[str, object]:
    changed = scenario(LONG_S)
    changed["flows"][0]["label"] = label
    return changed


@pytest.fixture
def run_ids(context: Context, process: WorkerProcess) -> list[UUID]:
    """Three of one result: alike, and with another label."""
    first = create(context)
    execute(process, first)
    return [first, create(context), create(context, scenario=_relabelled("renamed"))]


@pytest.mark.parametrize("about", ABOUT)
def test_second_answer_is_the_first_one_again(
    client: httpx.Client, run_ids: list[UUID], about: str
) -> None:
    first, second, _ = (f"/api/runs/{run_id}/{about}" for run_id in run_ids)
    made = client.get(first)
    assert made.json()["run_id"] == str(run_ids[0])
    kept = [client.get(first), client.get(first, headers={"Accept-Encoding": "identity"})]
    assert [answer.content for answer in kept] == [made.content] * 2
    other = client.get(second)
    assert other.content == made.content.replace(str(run_ids[0]).encode(), str(run_ids[1]).encode())
    assert other.headers["ETag"] != made.headers["ETag"]


@pytest.mark.parametrize("about", ABOUT)
def test_copy_is_confirmed_until_the_run_is_deleted(
    client: httpx.Client, run_ids: list[UUID], about: str
) -> None:
    path = f"/api/runs/{run_ids[0]}"
    answer = client.get(f"{path}/{about}")
    known = {"If-None-Match": answer.headers["ETag"]}
    assert client.get(f"{path}/{about}", headers=known).status_code == 304
    assert client.delete(path).status_code == 204
    assert client.get(f"{path}/{about}", headers=known).status_code == 404


def test_chains_of_causes_tell_the_labels_of_their_own_run(
    client: httpx.Client, run_ids: list[UUID]
) -> None:
    first, _, relabelled = (client.get(f"/api/runs/{run_id}/causes").text for run_id in run_ids)
    assert "renamed" in relabelled
    assert "renamed" not in first


def test_of_a_run_that_is_not_done_nothing_is_kept(
    client: httpx.Client, context: Context, process: WorkerProcess
) -> None:
    run_id = create(context)
    path = f"/api/runs/{run_id}/series?points=20"
    before = client.get(path)
    assert (before.json()["complete"], "ETag" in before.headers) == (False, False)
    execute(process, run_id)
    assert client.get(path).json()["complete"] is True
