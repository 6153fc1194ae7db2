"""Experiments of modules by a worker elsewhere: it fetches them, and checks what it got."""

import threading
from collections.abc import Iterator
from uuid import UUID

import pytest
from sqlalchemy import select

from lab.context import Context
from lab.models import CellResult, ExperimentBatch
from lab.modules import repository
from lab.remote_work.listing import token_lines
from lab_cli.kit.lab_connection import Address, LabConnection, UnreachableError
from lab_cli.worker.loop import work
from lab_exec import run_scenario
from lab_exec.held_modules import load_held
from lab_model.experiments.cells import read_experiment
from lab_model.modules import NAME_PREFIX
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess, installed_core
from tests.support.experiments import batches_of, create_experiment, experiment_data, read_row
from tests.support.processes import wait_until
from tests.support.remote_work import make_token
from tests.support.server import serving
from tests.worker.modules.test_modules import NEWRENO, OWNER, keep, of_algorithm

BELIEVING = {"remote_first_units": 0, "remote_check_ratio": 0.0}


@pytest.fixture
def believing(process: WorkerProcess) -> Iterator[str]:
    """The address of a lab that computes nothing again."""
    with serving(process.context.settings.model_copy(update=BELIEVING)) as url:
        yield url


def _experiment(context: Context, algorithm: str) -> UUID:
    base = of_algorithm(algorithm, duration_s=1.0)
    return create_experiment(context, experiment_data(base=base), installed_core())


def _computed_locally(process: WorkerProcess, experiment_id: UUID) -> None:
    for batch in batches_of(process.context, experiment_id, "queued"):
        execute_batch(process, batch.id)


@pytest.fixture
def known_names(process: WorkerProcess) -> str:
    """A module whose names of numbers the lab has written itself: else it would check them."""
    name = keep(process.context, NEWRENO)
    base = of_algorithm(name, duration_s=2.0)
    data = experiment_data(cell_count=1, seed_count=1, base=base)
    _computed_locally(process, create_experiment(process.context, data, installed_core()))
    return name


def _working_until_done(url: str, context: Context, experiment_id: UUID) -> None:
    stop = threading.Event()
    address = Address(url, make_token(context))
    thread = threading.Thread(
        target=work, args=(address, stop), kwargs={"say": print, "on_sent": lambda _: None}
    )
    thread.start()
    try:
        wait_until(lambda: not _is_left(context), timeout_s=60.0)
    finally:
        stop.set()
        thread.join()


def _is_left(context: Context) -> bool:
    """Whether anything waits that a worker elsewhere may take."""
    with context.sessions() as session:
        wanted = select(ExperimentBatch.id).where(
            ExperimentBatch.status.in_(("queued", "running")), ExperimentBatch.is_local.is_(False)
        )
        return session.scalar(wanted) is not None


def test_gives_the_numbers_of_a_local_worker(
    believing: str, process: WorkerProcess, known_names: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    get_file = LabConnection.get_file

    def losing(self: LabConnection, path: str) -> bytes:
        asked.append(path)
        if len(asked) == 1:
            raise UnreachableError("the connection ended")
        return get_file(self, path)

    monkeypatch.setattr(LabConnection, "get_file", losing)
    monkeypatch.setattr("lab_cli.worker.batch.FIRST_PAUSE_S", 0.01)
    context = process.context
    experiment_id = _experiment(context, known_names)
    _working_until_done(believing, context, experiment_id)
    row = read_row(context, experiment_id)
    assert (row.status, row.done_count, row.failed_count) == ("done", 6, 0)
    assert len(asked) == 2, "once lost, once fetched, for all units"
    expansion = read_experiment(experiment_data(base=of_algorithm(known_names, duration_s=1.0)))
    with context.sessions() as session:
        (line,) = token_lines(session)
        found = {
            (row.scenario_digest, row.seed): row.summary_digest
            for row in session.scalars(select(CellResult))
        }
    assert line.units == 6, "none was left to the lab's own workers"
    for cell_index in range(3):
        scenario = expansion.scenario(cell_index)
        modules = load_held(scenario, {known_names: NEWRENO})
        direct = run_scenario(scenario, 1, series=False, modules=modules)
        assert found[direct["scenario_digest"], 1] == direct["summary_digest"]


@pytest.mark.parametrize("kind", ["other bytes", "forgotten"])
def test_what_it_cannot_run_is_left_to_the_lab(
    kind: str,
    believing: str,
    process: WorkerProcess,
    known_names: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = process.context
    experiment_id = _experiment(context, known_names)
    if kind == "other bytes":
        monkeypatch.setattr(LabConnection, "get_file", lambda _self, _path: NEWRENO + b"\0\1\0")
    else:
        with context.sessions.begin() as session:
            assert repository.forget(session, known_names.removeprefix(NAME_PREFIX), OWNER)
    _working_until_done(believing, context, experiment_id)
    assert read_row(context, experiment_id).done_count == 0
    _computed_locally(process, experiment_id)
    row = read_row(context, experiment_id)
    failed = 0 if kind == "other bytes" else 6
    assert (row.status, row.failed_count) == ("done", failed)
