"""Workers elsewhere compute batches over HTTP; what they send is checked, and counts once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID

import httpx
import pytest
from sqlalchemy import func, select, text, update

from lab.context import Context
from lab.experiments import control
from lab.models import CellResult, ExperimentBatch, WorkerToken
from lab.recovery.janitor import Janitor
from lab.recovery.service import sweep
from lab.remote_work import tokens
from lab.remote_work.listing import TokenLine, token_lines
from lab.settings import Settings
from tests.support.experiments import (
    batches_of,
    claim_batch,
    control_experiment,
    create_experiment,
    experiment_data,
    finish_batch,
    read_row,
)
from tests.support.processes import wait_until
from tests.support.remote_work import RemoteWorker, make_token, report_of, with_lie
from tests.support.runs import CORE, NEWER_CORE, register_core
from tests.support.server import connected


@pytest.fixture
def worker(client: httpx.Client, context: Context) -> RemoteWorker:
    """A new one, of which nothing is believed yet."""
    return RemoteWorker(client, make_token(context))


@pytest.fixture
def experiment_id(context: Context) -> UUID:
    """Three cells with two seeds in one batch."""
    return create_experiment(context)


@pytest.fixture
def believing(settings: Settings) -> Iterator[httpx.Client]:
    """A lab that computes nothing again."""
    believes = {"remote_first_units": 0, "remote_check_ratio": 0.0}
    with connected(settings.model_copy(update=believes)) as client:
        yield client


def _compute_locally(context: Context, experiment_id: UUID) -> None:
    for batch in batches_of(context, experiment_id, "queued"):
        attempt = claim_batch(context, batch.id)
        assert attempt is not None
        finish_batch(context, attempt)


def _line(context: Context) -> TokenLine:
    with context.sessions() as session:
        (line,) = token_lines(session)
        return line


def _stored_count(context: Context) -> int:
    with context.sessions() as session:
        return session.scalar(select(func.count()).select_from(CellResult)) or 0


def _know_the_names(context: Context) -> None:
    """A local worker has written numbers with the same names."""
    other = create_experiment(context, experiment_data(cell_count=1, seed_count=1, duration_s=2.0))
    _compute_locally(context, other)


class TestBeat:
    def test_locks_its_token_before_its_batch(
        self, worker: RemoteWorker, context: Context, experiment_id: UUID
    ) -> None:
        """As reports do: else the two wait for each other."""
        batch = worker.claim()
        long_ago = {"created_at": func.now() - timedelta(hours=1), "last_used_at": None}
        with context.sessions.begin() as session:
            session.execute(update(WorkerToken).values(**long_ago))
        with ThreadPoolExecutor(1) as pool, context.sessions() as reporting:
            reporting.execute(select(WorkerToken.id).with_for_update())
            beat = pool.submit(worker.beat, batch)
            wait_until(lambda: _waiting_count(context) == 1)
            with context.sessions() as other:
                free = select(ExperimentBatch.id).with_for_update(nowait=True)
                assert len(other.scalars(free).all()) == 1
            reporting.rollback()
            assert beat.result().json() == {"goes_on": True}


def _waiting_count(context: Context) -> int:
    """Statements that wait for a lock."""
    with context.sessions() as session:
        waiting = text(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return session.scalar(waiting) or 0


class TestToken:
    @pytest.mark.parametrize(
        "headers", [{}, {"Authorization": "Bearer another"}, {"Authorization": "Basic abc"}]
    )
    def test_without_one_there_is_no_work(
        self, client: httpx.Client, experiment_id: UUID, headers: dict[str, str]
    ) -> None:
        asked = {"core_version": CORE.version, "behaviour_version": CORE.behaviour}
        refused = client.post("/api/remote-work/claims", json=asked, headers=headers)
        assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")

    def test_expires(self, client: httpx.Client, context: Context, experiment_id: UUID) -> None:
        worker = RemoteWorker(client, make_token(context, days=-1.0))
        refused = worker.ask()
        assert refused.status_code == 401
        assert "expired on" in refused.json()["detail"]

    def test_that_is_revoked_gets_nothing_and_reports_nothing(
        self, worker: RemoteWorker, context: Context, experiment_id: UUID
    ) -> None:
        batch = worker.claim()
        with context.sessions.begin() as session:
            assert tokens.revoke(session, "desk") is not None
        for answer in (worker.ask(), worker.beat(batch), worker.report(batch)):
            assert answer.status_code == 401
            assert "revoked" in answer.json()["detail"]

    def test_is_stored_as_a_hash(self, context: Context) -> None:
        secret = make_token(context)
        with context.sessions() as session:
            row = session.scalars(select(WorkerToken)).one()
        assert secret.encode() not in row.token_hash
        assert secret not in repr(vars(row))

    def test_of_one_experiment_gets_no_other(
        self, client: httpx.Client, context: Context, experiment_id: UUID
    ) -> None:
        other = create_experiment(context, experiment_data(duration_s=2.0))
        worker = RemoteWorker(client, make_token(context, experiment_id=other))
        assert worker.claim()["experiment_id"] == str(other)
        assert worker.ask().json()["batch"] is None

    def test_claim_of_another_token_is_not_its_own(
        self, worker: RemoteWorker, client: httpx.Client, context: Context, experiment_id: UUID
    ) -> None:
        batch = worker.claim()
        other = RemoteWorker(client, make_token(context, "other"))
        assert other.beat(batch).status_code == 409
        assert other.report(batch).status_code == 409


class TestBehaviour:
    @pytest.mark.parametrize(("step", "which"), [(-1, "an older"), (1, "a newer")])
    def test_must_be_that_of_the_lab(
        self, worker: RemoteWorker, experiment_id: UUID, step: int, which: str
    ) -> None:
        refused = worker.ask(CORE.behaviour + step)
        assert refused.status_code == 409
        assert refused.json()["type"].endswith("/core-differs")
        assert which in refused.json()["detail"]
        assert CORE.version in refused.json()["detail"]

    def test_is_unknown_before_a_worker_of_the_lab_has_started(self, worker: RemoteWorker) -> None:
        assert worker.ask().status_code == 409

    def test_of_a_worker_elsewhere_never_becomes_that_of_the_lab(
        self, worker: RemoteWorker, context: Context, experiment_id: UUID
    ) -> None:
        worker.ask(CORE.behaviour + 1)
        register_core(context, CORE)
        assert read_row(context, experiment_id).behaviour_version == CORE.behaviour

    def test_that_changes_ends_the_work(
        self, worker: RemoteWorker, context: Context, experiment_id: UUID
    ) -> None:
        batch = worker.claim()
        register_core(context, NEWER_CORE)
        sweep(context)
        assert worker.report(batch).status_code == 409
        assert worker.ask().status_code == 409


class TestNewWorker:
    def test_nothing_it_sends_is_used_until_a_local_one_has_found_the_same(
        self, worker: RemoteWorker, context: Context, experiment_id: UUID
    ) -> None:
        answer = worker.report(worker.claim(), ends=True)
        assert answer.json() == {"goes_on": False}
        assert _stored_count(context) == 0
        assert read_row(context, experiment_id).done_count == 0
        assert (_line(context).units, _line(context).waiting) == (6, 6)
        assert worker.ask().json()["batch"] is None  # these units are for local workers
        _compute_locally(context, experiment_id)
        row = read_row(context, experiment_id)
        assert (row.status, row.done_count, row.failed_count) == ("done", 6, 0)
        assert (_line(context).equal, _line(context).waiting) == (6, 0)

    def test_is_given_no_more_while_much_is_unchecked(
        self, settings: Settings, context: Context, experiment_id: UUID
    ) -> None:
        with connected(settings.model_copy(update={"remote_first_units": 6})) as client:
            worker = RemoteWorker(client, make_token(context))
            worker.report(worker.claim(), ends=True)
            create_experiment(context, experiment_data(duration_s=2.0))
            offer = worker.ask().json()
            assert offer["batch"] is None
            assert "checked" in offer["reason"]
            _compute_locally(context, experiment_id)
            assert worker.ask().json()["batch"] is not None

    def test_what_fails_there_is_computed_here(
        self, worker: RemoteWorker, context: Context, experiment_id: UUID
    ) -> None:
        batch = worker.claim()
        failed = [
            {"cell_index": unit["cell_index"], "seed": unit["seed"], "reason": "no memory"}
            for unit in batch["units"]
        ]
        worker.report(batch, layouts=[], failed=failed, ends=True)
        assert read_row(context, experiment_id).failed_count == 0
        _compute_locally(context, experiment_id)
        assert read_row(context, experiment_id).done_count == 6


class TestLiar:
    def test_is_found_and_what_it_sent_is_computed_again(
        self, believing: httpx.Client, context: Context, experiment_id: UUID
    ) -> None:
        """Its first experiment is believed; a lie in the second one takes both away."""
        _know_the_names(context)
        worker = RemoteWorker(believing, make_token(context))
        batch = worker.claim()
        worker.post(f"batches/{batch['batch_id']}/reports", with_lie(report_of(batch, ends=True)))
        assert read_row(context, experiment_id).status == "done"
        false_count = _wrong_numbers(context)
        assert false_count == 1
        second = create_experiment(context, experiment_data(duration_s=3.0))
        batch = worker.claim()
        lie = with_lie(report_of(batch))
        lie["layouts"][0]["names"] = ["a_name_that_no_local_worker_has_written", "b", "c"]
        worker.post(f"batches/{batch['batch_id']}/reports", lie)
        _compute_locally(context, second)
        line = _line(context)
        assert (line.state, line.wrong) == ("distrusted", 6)
        refused = worker.ask()
        assert refused.status_code == 401
        assert "numbers different from" in refused.json()["detail"]
        Janitor(context).round()
        assert read_row(context, experiment_id).status == "running"
        assert _wrong_numbers(context) == 0
        _compute_locally(context, experiment_id)
        row = read_row(context, experiment_id)
        assert (row.status, row.done_count) == ("done", 6)
        assert _wrong_numbers(context) == 0

    def test_of_one_in_a_hundred_is_found_within_two_hundred_units(
        self, worker: RemoteWorker, context: Context
    ) -> None:
        experiment_id = create_experiment(context, experiment_data(cell_count=300, seed_count=2))
        sent_count = 0
        while (answer := worker.ask()).status_code == 200:
            batch = answer.json()["batch"]
            if batch is None:
                _compute_local_ones(context, experiment_id)
                continue
            report = report_of(batch, ends=True)
            for position in range(len(batch["units"])):
                sent_count += 1
                if sent_count % 100 == 0:
                    with_lie(report, position)
            worker.post(f"batches/{batch['batch_id']}/reports", report)
            _compute_local_ones(context, experiment_id)
        assert answer.status_code == 401
        assert sent_count <= 200
        assert _wrong_numbers(context) == 0


def _compute_local_ones(context: Context, experiment_id: UUID) -> None:
    for batch in batches_of(context, experiment_id, "queued"):
        if batch.is_local:
            attempt = claim_batch(context, batch.id)
            assert attempt is not None
            finish_batch(context, attempt)


def _wrong_numbers(context: Context) -> int:
    """Units whose first number is not what `found_for` gives."""
    with context.sessions() as session:
        rows = session.execute(select(CellResult.seed, CellResult.values)).all()
    return sum(values[0] != 1e6 + seed for seed, values in rows)


class TestOnce:
    def test_a_report_that_comes_twice_counts_once(
        self, believing: httpx.Client, context: Context, experiment_id: UUID
    ) -> None:
        _know_the_names(context)
        worker = RemoteWorker(believing, make_token(context))
        batch = worker.claim()
        path = f"batches/{batch['batch_id']}/reports"
        part = report_of(batch, batch["units"][:2])
        for _ in range(2):
            assert worker.post(path, part).json() == {"goes_on": True}
            assert read_row(context, experiment_id).done_count == 2
        whole = report_of(batch, ends=True)
        for _ in range(2):
            assert worker.post(path, whole).json() == {"goes_on": False}
            row = read_row(context, experiment_id)
            assert (row.status, row.done_count, row.stored_count) == ("done", 6, 0)

    def test_units_of_one_are_not_given_to_another(
        self, worker: RemoteWorker, client: httpx.Client, context: Context, experiment_id: UUID
    ) -> None:
        """A second experiment of the same units waits for them."""
        second = create_experiment(context)
        other = RemoteWorker(client, make_token(context, "other"))
        worker.claim()
        assert other.ask().json()["batch"] is None
        (batch,) = batches_of(context, second)
        assert (batch.status, batch.is_local) == ("queued", True)

    def test_what_is_stored_is_not_computed(
        self, worker: RemoteWorker, context: Context, experiment_id: UUID
    ) -> None:
        second = create_experiment(context)
        _compute_locally(context, experiment_id)
        assert worker.ask().json()["batch"] is None
        row = read_row(context, second)
        assert (row.status, row.done_count, row.stored_count) == ("done", 6, 6)

    def test_what_is_given_back_is_computed_by_others(
        self, worker: RemoteWorker, context: Context, experiment_id: UUID
    ) -> None:
        batch = worker.claim()
        worker.report(batch, layouts=[], ends=True)
        (row,) = batches_of(context, experiment_id)
        assert (row.status, row.attempt, row.is_local) == ("queued", 0, False)
        assert worker.claim()["batch_id"] == batch["batch_id"]


class TestSilence:
    def test_of_a_worker_that_sleeps_costs_no_attempt_and_no_unit(
        self, worker: RemoteWorker, context: Context, experiment_id: UUID
    ) -> None:
        batch = worker.claim()
        assert worker.beat(batch).json() == {"goes_on": True}
        _silence(context, timedelta(seconds=60))
        sweep(context)
        (row,) = batches_of(context, experiment_id)
        assert (row.status, row.attempt, row.loss_count) == ("queued", 0, 1)
        assert worker.ask().json()["batch"] is None  # for a worker that can be watched
        _compute_locally(context, experiment_id)
        for answer in (worker.beat(batch), worker.report(batch)):
            assert answer.status_code == 409
            assert answer.json()["type"].endswith("/work-lost")
        row_of_all = read_row(context, experiment_id)
        assert (row_of_all.status, row_of_all.done_count) == ("done", 6)

    def test_pause_is_heard(
        self, worker: RemoteWorker, context: Context, experiment_id: UUID
    ) -> None:
        batch = worker.claim()
        control_experiment(context, experiment_id, control.pause)
        assert worker.beat(batch).json() == {"goes_on": False}
        part = report_of(batch, batch["units"][:1], ends=True)
        assert worker.post(f"batches/{batch['batch_id']}/reports", part).status_code == 200
        control_experiment(context, experiment_id, control.resume)
        _compute_locally(context, experiment_id)
        assert read_row(context, experiment_id).done_count == 6

    def test_nothing_waits_for_an_experiment_that_was_cancelled(
        self, worker: RemoteWorker, context: Context, experiment_id: UUID
    ) -> None:
        batch = worker.claim()
        control_experiment(context, experiment_id, control.cancel)
        assert worker.report(batch, ends=True).status_code == 200
        assert {batch.status for batch in batches_of(context, experiment_id)} == {"done"}
        assert read_row(context, experiment_id).status == "cancelled"


def _silence(context: Context, by: timedelta) -> None:
    with context.sessions.begin() as session:
        session.execute(
            update(ExperimentBatch)
            .where(ExperimentBatch.status == "running")
            .values(heartbeat_at=func.now() - by)
        )


class TestBounds:
    def test_a_unit_of_another_batch_is_refused(
        self, worker: RemoteWorker, experiment_id: UUID
    ) -> None:
        batch = worker.claim()
        stranger = {**batch["units"][0], "seed": 99}
        refused = worker.post(f"batches/{batch['batch_id']}/reports", report_of(batch, [stranger]))
        assert refused.status_code == 422
        assert "is not a unit of this batch" in refused.text

    def test_values_and_names_have_to_fit(self, worker: RemoteWorker, experiment_id: UUID) -> None:
        batch = worker.claim()
        report = report_of(batch)
        report["layouts"][0]["names"].append("one_more")
        refused = worker.post(f"batches/{batch['batch_id']}/reports", report)
        assert refused.status_code == 422
        assert "values for 4 names" in refused.text

    def test_a_unit_that_is_there_twice_is_refused(
        self, worker: RemoteWorker, experiment_id: UUID
    ) -> None:
        batch = worker.claim()
        twice = report_of(batch, [batch["units"][0]] * 2)
        refused = worker.post(f"batches/{batch['batch_id']}/reports", twice)
        assert refused.status_code == 422
        assert "twice" in refused.text


def test_a_local_worker_checks_first(context: Context, worker: RemoteWorker) -> None:
    """What tells whether a worker elsewhere is right waits behind nothing."""
    data = experiment_data(cell_count=40, seed_count=30, duration_s=60.0)
    experiment_id = create_experiment(context, data)
    waiting = [batch for batch in batches_of(context, experiment_id) if batch.enqueued_at is None]
    assert len(waiting) > 8
    worker.report(worker.claim(), ends=True)
    (check,) = [batch for batch in batches_of(context, experiment_id) if batch.is_local]
    for _ in range(8):
        if check.enqueued_at is not None:
            break
        enqueued = [
            each for each in batches_of(context, experiment_id, "queued") if each.enqueued_at
        ]
        attempt = claim_batch(context, enqueued[0].id)
        assert attempt is not None
        finish_batch(context, attempt)
        (check,) = [batch for batch in batches_of(context, experiment_id) if batch.is_local]
    assert check.enqueued_at is not None
