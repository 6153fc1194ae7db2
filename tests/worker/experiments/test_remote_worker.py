"""`./lab worker` against a real API: what it computes, what it survives, what it refuses."""

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select, update

from lab.context import Context
from lab.models import CellResult, ExperimentBatch
from lab.recovery.service import sweep
from lab.remote_work import tokens
from lab.remote_work.listing import token_lines
from lab.settings import Settings
from lab_cli.kit.lab_connection import (
    Address,
    LabConnection,
    RefusedError,
    UnreachableError,
    read_address,
    read_token,
)
from lab_cli.worker import batch as batch_module
from lab_cli.worker.loop import work
from lab_exec import run_scenario
from lab_exec.errors import InputError
from lab_model.experiments.cells import read_experiment
from lab_model.experiments.numbers import numbers_of
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess, installed_core
from tests.support.experiments import (
    batches_of,
    create_experiment,
    experiment_data,
    read_row,
)
from tests.support.processes import wait_until
from tests.support.remote_work import make_token
from tests.support.runs import register_core
from tests.support.server import serving

BELIEVING = {"remote_first_units": 0, "remote_check_ratio": 0.0}


@pytest.fixture
def believing(settings: Settings) -> Iterator[str]:
    """The address of a lab that computes nothing again."""
    with serving(settings.model_copy(update=BELIEVING)) as url:
        yield url


@pytest.fixture
def experiment_id(context: Context, process: WorkerProcess) -> UUID:
    """Three cells with two seeds; a local worker has written numbers with the same names."""
    other = create_experiment(
        context, experiment_data(cell_count=1, seed_count=1, duration_s=2.0), installed_core()
    )
    _compute_locally(process, other)
    return create_experiment(context, experiment_data(), installed_core())


def _compute_locally(process: WorkerProcess, experiment_id: UUID) -> None:
    for batch in batches_of(process.context, experiment_id, "queued"):
        execute_batch(process, batch.id)


def _address(url: str, context: Context, **changes: Any) -> Address:
    return Address(url, make_token(context, **changes))


@contextmanager
def _working(address: Address) -> Iterator[list[str]]:
    """A worker in a thread; gives what it says."""
    stop, said, failed = threading.Event(), list[str](), list[BaseException]()

    def run() -> None:
        try:
            work(address, stop, say=said.append, on_sent=lambda _: None)
        except RefusedError as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield said
    finally:
        stop.set()
        thread.join()
    assert failed == []


def _is_done(context: Context, experiment_id: UUID) -> Callable[[], bool]:
    return lambda: read_row(context, experiment_id).status == "done"


class TestComputes:
    def test_the_same_numbers_as_a_local_worker(
        self, believing: str, context: Context, experiment_id: UUID
    ) -> None:
        with _working(_address(believing, context)):
            wait_until(_is_done(context, experiment_id))
        expansion = read_experiment(experiment_data())
        with context.sessions() as session:
            (line,) = token_lines(session)
            found = {
                (row.scenario_digest, row.seed): row for row in session.scalars(select(CellResult))
            }
        assert line.units == 6
        for cell_index in range(3):
            for seed in (1, 2):
                direct = run_scenario(expansion.scenario(cell_index), seed, series=False)
                row = found[direct["scenario_digest"], seed]
                assert row.summary_digest == direct["summary_digest"]
                known = [value for value in numbers_of(direct).values() if value is not None]
                assert [value for value in row.values if not math.isnan(value)] == known

    def test_what_a_local_worker_then_confirms(
        self,
        settings: Settings,
        context: Context,
        process: WorkerProcess,
        experiment_id: UUID,
    ) -> None:
        def is_sent() -> bool:
            with context.sessions() as session:
                return token_lines(session)[0].waiting == 6

        with serving(settings) as url, _working(_address(url, context)):
            wait_until(is_sent)
            _compute_locally(process, experiment_id)
        with context.sessions() as session:
            (line,) = token_lines(session)
        assert (line.equal, line.wrong, line.waiting) == (6, 0, 0)
        assert read_row(context, experiment_id).status == "done"


class TestSurvives:
    def test_answers_that_are_lost(
        self,
        believing: str,
        context: Context,
        experiment_id: UUID,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Every report arrives; the answer to each first one does not, and it is sent again."""
        arrived: list[str] = []
        post = LabConnection.post

        def losing(self: LabConnection, path: str, body: dict[str, Any]) -> dict[str, Any]:
            answer = post(self, path, body)
            if path.endswith("reports"):
                arrived.append(path)
                if len(arrived) % 2 == 1:
                    raise UnreachableError("the connection ended")
            return answer

        monkeypatch.setattr(LabConnection, "post", losing)
        monkeypatch.setattr(batch_module, "FIRST_PAUSE_S", 0.01)
        with _working(_address(believing, context)):
            wait_until(_is_done(context, experiment_id))
            wait_until(lambda: len(arrived) >= 2)
        row = read_row(context, experiment_id)
        assert (row.done_count, row.failed_count) == (6, 0)

    def test_a_batch_that_was_given_to_another_while_it_slept(
        self,
        believing: str,
        context: Context,
        process: WorkerProcess,
        experiment_id: UUID,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        slept: list[int] = []

        def sleeping(scenario: Any, seed: int, **options: Any) -> dict[str, Any]:
            if not slept:
                slept.append(seed)
                _lose_running(context)
                _compute_locally(process, experiment_id)
            return run_scenario(scenario, seed, **options)

        monkeypatch.setattr(batch_module, "run_scenario", sleeping)
        with _working(_address(believing, context)):
            wait_until(_is_done(context, experiment_id))
            following = create_experiment(
                context, experiment_data(duration_s=3.0), installed_core()
            )
            wait_until(_is_done(context, following))
        assert read_row(context, experiment_id).done_count == 6

    def test_being_stopped_gives_back_what_is_not_done(
        self,
        believing: str,
        context: Context,
        experiment_id: UUID,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        stop = threading.Event()

        def stopping(scenario: Any, seed: int, **options: Any) -> dict[str, Any]:
            stop.set()
            return run_scenario(scenario, seed, **options)

        monkeypatch.setattr(batch_module, "run_scenario", stopping)
        work(_address(believing, context), stop, say=print, on_sent=lambda _: None)
        assert read_row(context, experiment_id).done_count == 1
        (batch,) = batches_of(context, experiment_id)
        assert (batch.status, batch.attempt, len(batch.seeds)) == ("queued", 0, 5)


def _lose_running(context: Context) -> None:
    """What the lab sees of a machine that sleeps."""
    with context.sessions.begin() as session:
        session.execute(
            update(ExperimentBatch)
            .where(ExperimentBatch.status == "running")
            .values(heartbeat_at=ExperimentBatch.created_at - timedelta(minutes=1))
        )
    sweep(context)


class TestEnds:
    def test_when_its_token_is_revoked(
        self, believing: str, context: Context, experiment_id: UUID
    ) -> None:
        address = _address(believing, context)
        with context.sessions.begin() as session:
            tokens.revoke(session, "desk")
        with pytest.raises(RefusedError, match="revoked by the lab's operator"):
            work(address, threading.Event(), say=print, on_sent=lambda _: None)

    def test_when_the_lab_has_another_behaviour(
        self, believing: str, context: Context, experiment_id: UUID
    ) -> None:
        core = installed_core()
        register_core(context, type(core)("99.0.0+0123456789ab", core.behaviour + 1))
        with pytest.raises(RefusedError, match="an older behaviour") as refused:
            work(
                _address(believing, context),
                threading.Event(),
                say=print,
                on_sent=lambda _: None,
            )
        assert refused.value.kind == "core-differs"

    def test_when_nothing_has_waited_for_as_long_as_was_said(
        self, believing: str, context: Context
    ) -> None:
        register_core(context, installed_core())
        sent: list[int] = []
        address = _address(believing, context)
        work(address, threading.Event(), say=print, on_sent=sent.append, idle_exit_s=0.0)
        assert sent == []


class TestInput:
    def test_token_is_read_from_a_file_or_the_environment(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "token"
        path.write_text("labwork_abc\n")
        monkeypatch.setenv("LAB_WORK_TOKEN", "labwork_def")
        assert read_token(str(path)) == "labwork_abc"
        assert read_token("LAB_WORK_TOKEN") == "labwork_def"

    def test_the_token_itself_is_no_argument(self) -> None:
        with pytest.raises(InputError, match="must name a file") as refused:
            read_token("labwork_secret")
        assert "labwork_secret" not in str(refused.value)

    @pytest.mark.parametrize("url", ["lab.example.org", "ftp://lab", "https://", "https://a?b=c"])
    def test_address_has_to_be_one(self, url: str) -> None:
        with pytest.raises(InputError, match="--url"):
            read_address(url, "t", None, plain_http=False)

    def test_a_token_goes_over_plain_http_on_this_machine_only(self) -> None:
        for host in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000"):
            assert read_address(f"http://{host}/", "t", None, plain_http=False).url
        with pytest.raises(InputError, match="can read the token"):
            read_address("http://lab.example.org", "t", None, plain_http=False)
        assert read_address("http://lab.example.org", "t", None, plain_http=True).url
