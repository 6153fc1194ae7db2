"""The disk is never filled: 507 while little of it is free, 409 for an owner who holds too much."""

from pathlib import Path

import httpx
import numpy as np
import pytest
from sqlalchemy import select

from lab.context import Context
from lab.models import Run
from lab.runs import attempts
from lab.runs.storage import BYTES_PER_SAMPLE
from lab.series.repository import copy_chunks, encode_chunk
from lab.series.tails import copy_tails, encode_tail
from lab.settings import Settings
from lab_model.scenarios import Scenario, kept_sample_count
from lab_model.series.subject import Subject
from tests.support.documents import result_document
from tests.support.experiments import experiment_data
from tests.support.runs import ALICE, BOB, claim_run, register_core
from tests.support.scenarios import scenario
from tests.support.server import connected

PREDICTED = kept_sample_count(Scenario.model_validate(scenario())) * BYTES_PER_SAMPLE


def ask(client: httpx.Client, seed: int, owner: dict[str, str] | None = None) -> httpx.Response:
    body = {"scenario": scenario(), "seed": seed}
    return client.post("/api/runs", json=body, headers=owner or {})


def stored_bytes(context: Context) -> list[int]:
    with context.sessions() as session:
        return list(session.scalars(select(Run.storage_bytes).order_by(Run.created_at)))


def test_full_disk_refuses_new_runs_and_can_be_read(
    settings: Settings, client: httpx.Client, tmp_path: Path
) -> None:
    run_id = ask(client, 1).json()["id"]
    full = settings.model_copy(update={"data_dir": tmp_path, "min_free_bytes": 10**18})
    with connected(full) as on_full_disk:
        refused = ask(on_full_disk, 2)
        assert refused.status_code == 507
        assert refused.json()["type"] == "/api/problems/disk-full"
        assert "new runs need 1000000000000 MB (LAB_MIN_FREE_BYTES)" in refused.json()["detail"]
        body = {"experiment": experiment_data(cell_count=1, seed_count=1)}
        assert on_full_disk.post("/api/experiments", json=body).status_code == 507
        assert on_full_disk.get(f"/api/runs/{run_id}").status_code == 200
    roomy = settings.model_copy(update={"data_dir": tmp_path, "min_free_bytes": 1})
    with connected(roomy) as with_room:
        assert ask(with_room, 2).status_code == 201


def test_refusal_of_an_owner_names_bound_use_and_remedy(settings: Settings) -> None:
    small = settings.model_copy(update={"storage_bytes_per_owner": 2 * PREDICTED})
    with connected(small) as client:
        first = ask(client, 1, ALICE).json()["id"]
        assert ask(client, 2, ALICE).status_code == 201
        refused = ask(client, 3, ALICE)
        assert refused.status_code == 409
        assert refused.json()["type"] == "/api/problems/storage-quota-reached"
        for part in ("Your runs hold", "the limit is", "Delete runs"):
            assert part in refused.json()["detail"]
        assert ask(client, 3, BOB).status_code == 201
        client.post(f"/api/runs/{first}/cancel", headers=ALICE)
        assert ask(client, 3, ALICE).status_code == 201


@pytest.mark.parametrize("end", ["done", "failed"])
def test_prediction_gives_way_to_what_is_stored(
    context: Context, client: httpx.Client, end: str
) -> None:
    register_core(context)
    run_id = ask(client, 1, ALICE).json()["id"]
    assert stored_bytes(context) == [PREDICTED]
    attempt = claim_run(context, run_id)
    row = encode_chunk(
        Subject("flow", 0),
        chunk_index=0,
        first_sample=0,
        sample_count=1000,
        columns={"rtt_s": [0.1 * index for index in range(1000)]},
    )
    with context.sessions.begin() as session:
        copy_chunks(session, attempt.result_id, [row])
    if end == "done":
        attempts.finish_done(context.sessions, attempt, result_document(attempt))
    else:
        with context.sessions.begin() as session:
            attempts.finish_failed(session, attempt, "c", "m")
    (measured,) = stored_bytes(context)
    assert len(row[-1][0]) <= measured < len(row[-1][0]) + 100
    if end == "done":
        # Equal work takes no more room.
        assert ask(client, 1, ALICE).json()["status"] == "done"
        assert stored_bytes(context)[1] == 0


def test_what_a_cancelled_run_keeps_of_its_last_chunk_takes_room_too(
    context: Context, client: httpx.Client
) -> None:
    run_id = ask(client, 1, ALICE).json()["id"]
    attempt = claim_run(context, run_id)
    columns = {"rtt_s": np.arange(200) * 0.1}
    tail = encode_tail("flow", [0, 1], part=0, first_sample=0, sample_count=100, columns=columns)
    with context.sessions.begin() as session:
        copy_tails(session, attempt.result_id, [tail])
    assert client.post(f"/api/runs/{run_id}/cancel", headers=ALICE).status_code == 200
    (measured,) = stored_bytes(context)
    assert len(tail[-1][0]) <= measured < len(tail[-1][0]) + 100
