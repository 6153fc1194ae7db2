"""Speed is measured on runs that were computed here, by cores that behave as the newest."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest

from lab.context import Context
from lab.health import speed
from lab.models import Run
from lab.results.repository import Core
from lab.runs import attempts
from tests.support.documents import result_document
from tests.support.runs import (
    CORE,
    CORE_VERSION,
    NEWER_CORE,
    REBUILT_CORE,
    claim_run,
    create_run,
    register_core,
)


def _computed(
    context: Context, *, seed: int, packets: int, wall_s: float, wanted_id: UUID | None = None
) -> UUID:
    """A run that took so long."""
    register_core(context)
    run_id = create_run(context, seed=seed, wanted_id=wanted_id).id
    attempt = claim_run(context, run_id)
    attempts.finish_done(context.sessions, attempt, result_document(attempt))
    with context.sessions.begin() as session:
        run = session.get_one(Run, run_id)
        assert run.started_at is not None
        run.finished_at = run.started_at + timedelta(seconds=wall_s)
        run.predicted_packets = packets
    return run_id


def _speed(client: httpx.Client) -> Any:
    return client.get("/api/speed").json()


def test_nothing_is_known_before_anything_was_computed(client: httpx.Client) -> None:
    assert _speed(client) == {"core_version": None, "behaviour_version": None, "sizes": []}


def test_median_of_each_size(client: httpx.Client, context: Context) -> None:
    for seed, (packets, wall_s) in enumerate([(1024, 1.0), (1500, 1.0), (2000, 0.5), (5000, 0.1)]):
        _computed(context, seed=seed, packets=packets, wall_s=wall_s)
    assert _speed(client) == {
        "core_version": CORE_VERSION,
        "behaviour_version": CORE.behaviour,
        "sizes": [
            {"from_packets": 1024, "run_count": 3, "packets_per_s": 1500},
            {"from_packets": 4096, "run_count": 1, "packets_per_s": 50_000},
        ],
    }


def test_newest_runs_count_whatever_their_ids(context: Context) -> None:
    """The id of a run that came with an `Idempotency-Key` is no time."""
    highest = UUID(int=2**128 - 1)
    _computed(context, seed=1, packets=1024, wall_s=1.0, wanted_id=highest)
    _computed(context, seed=2, packets=2048, wall_s=1.0)
    with context.sessions() as session:
        assert speed.newest_computed(session, CORE.behaviour, limit=1) == [(2048, 1.0)]


def test_run_that_shared_a_result_is_not_taken_for_a_fast_one(
    client: httpx.Client, context: Context
) -> None:
    first, twin = create_run(context), create_run(context)
    register_core(context)
    attempt = claim_run(context, first.id)
    attempts.finish_done(context.sessions, attempt, result_document(attempt))
    with context.sessions.begin() as session:
        shared = attempts.claim(session, twin.id, worker="w", core=CORE, max_attempts=3)
    assert shared is None
    [size] = _speed(client)["sizes"]
    assert size["run_count"] == 1


@pytest.mark.parametrize(("newest", "size_count"), [(REBUILT_CORE, 1), (NEWER_CORE, 0)])
def test_work_of_an_older_core_counts_while_it_behaves_the_same(
    newest: Core, size_count: int, client: httpx.Client, context: Context
) -> None:
    _computed(context, seed=1, packets=1024, wall_s=1)
    register_core(context, newest)
    speed = _speed(client)
    assert (speed["core_version"], len(speed["sizes"])) == (newest.version, size_count)
