"""Workers of two builds in one lab: new work is the newest's, as long as it is there."""

from datetime import timedelta
from uuid import UUID

import httpx
import pytest
from sqlalchemy import func, select, update

from lab.context import Context
from lab.models import CoreBuild, Run
from lab.packets import attempts as packets
from lab.recovery.service import sweep
from lab.results import repository as results
from lab.results.repository import Core
from lab.runs import attempts
from tests.support.experiments import batches_of, claim_batch, create_experiment, read_row
from tests.support.runs import CORE, NEWER_CORE, create_run, register_core


def _newest(context: Context) -> Core | None:
    with context.sessions() as session:
        return results.newest_core(session)


def _leave(context: Context, *cores: Core) -> None:
    """No worker has reported these for an hour."""
    versions = [core.version for core in cores]
    with context.sessions.begin() as session:
        builds = update(CoreBuild).where(CoreBuild.core_version.in_(versions))
        session.execute(builds.values(seen_at=func.now() - timedelta(hours=1)))


def _claim_run(context: Context, run_id: UUID, core: Core) -> bool:
    with context.sessions.begin() as session:
        claimed = attempts.claim(session, run_id, worker="w", core=core, max_attempts=3)
    return claimed is not None


class TestNewest:
    def test_is_the_highest_behaviour_and_not_the_last_to_register(self, context: Context) -> None:
        assert _newest(context) is None
        register_core(context, NEWER_CORE)
        register_core(context, CORE)
        assert _newest(context) == NEWER_CORE
        with context.sessions() as session:
            assert results.older_cores(session) == [CORE]

    def test_of_equal_behaviour_is_the_highest_release(self, context: Context) -> None:
        later, earlier = Core("0.10.0+ffffffffffff", 1), Core("0.9.0+000000000000", 1)
        register_core(context, later)
        register_core(context, earlier)
        assert _newest(context) == later
        with context.sessions() as session:
            assert results.older_cores(session) == [], "it computes the same numbers"

    def test_that_has_left_gives_place_to_one_that_is_here(self, context: Context) -> None:
        register_core(context, CORE)
        register_core(context, NEWER_CORE)
        _leave(context, NEWER_CORE)
        assert _newest(context) == CORE
        with context.sessions.begin() as session:
            results.say_present(session, NEWER_CORE)
        assert _newest(context) == NEWER_CORE, "a worker says that it is here"

    def test_stays_while_no_worker_is_here_at_all(self, context: Context) -> None:
        register_core(context, CORE)
        register_core(context, NEWER_CORE)
        _leave(context, CORE, NEWER_CORE)
        assert _newest(context) == NEWER_CORE

    def test_is_said_with_the_older_ones(self, context: Context, client: httpx.Client) -> None:
        register_core(context, NEWER_CORE)
        register_core(context, CORE)
        ready = client.get("/api/ready").json()
        assert (ready["core_version"], ready["behaviour_version"]) == (
            NEWER_CORE.version,
            NEWER_CORE.behaviour,
        )
        assert ready["older_core_versions"] == [CORE.version]


class TestOlderWorker:
    @pytest.fixture(autouse=True)
    def both(self, context: Context) -> None:
        """The older one came last."""
        register_core(context, NEWER_CORE)
        register_core(context, CORE)

    def test_begins_no_run(self, context: Context) -> None:
        run_id = create_run(context).id
        assert not _claim_run(context, run_id, CORE)
        assert _claim_run(context, run_id, NEWER_CORE)

    def test_begins_a_run_once_the_newer_ones_have_left(self, context: Context) -> None:
        run_id = create_run(context).id
        _leave(context, NEWER_CORE)
        assert _claim_run(context, run_id, CORE)

    def test_ends_what_it_has_begun(self, context: Context) -> None:
        _leave(context, NEWER_CORE)
        run_id = create_run(context).id
        with context.sessions.begin() as session:
            attempt = attempts.claim(session, run_id, worker="w", core=CORE, max_attempts=3)
        assert attempt is not None
        register_core(context, NEWER_CORE)
        with context.sessions.begin() as session:
            attempts.finish_failed(session, attempt, "simulation_failed", "It stopped.")
        with context.sessions() as session:
            assert session.scalar(select(Run.status).where(Run.id == run_id)) == "failed"

    def test_begins_no_batch_and_no_window(self, context: Context) -> None:
        experiment_id = create_experiment(context)
        assert read_row(context, experiment_id).behaviour_version == NEWER_CORE.behaviour
        (batch,) = batches_of(context, experiment_id)
        assert claim_batch(context, batch.id, core=CORE) is None
        with context.sessions.begin() as session:
            assert packets.claim(session, batch.id, worker="w", core=CORE, max_attempts=3) is None

    def test_computes_what_was_planned_for_a_newer_one_that_left(self, context: Context) -> None:
        experiment_id = create_experiment(context)
        sweep(context)
        assert read_row(context, experiment_id).core_version == NEWER_CORE.version
        _leave(context, NEWER_CORE)
        sweep(context)
        row = read_row(context, experiment_id)
        assert (row.status, row.core_version) == ("running", CORE.version)
        (batch,) = batches_of(context, experiment_id)
        assert claim_batch(context, batch.id, core=CORE) is not None
