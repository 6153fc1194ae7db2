"""`./lab experiment import` against a real API, with workers of the lab that compare."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import select

from lab.context import Context
from lab.models import ExperimentBatch
from lab.settings import Settings
from lab_cli.main import main
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess, installed_core
from tests.support.experiments import (
    batches_of,
    create_experiment,
    experiment_data,
    read_row,
)
from tests.support.server import serving

CELLS, SEEDS = 3, 4


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Merged from two parts, as a cluster's jobs leave them."""
    folder = tmp_path_factory.mktemp("cluster")
    (folder / "small.json").write_text(json.dumps(experiment_data(CELLS, SEEDS)))
    parts = [str(folder / f"part-{part}.store") for part in (1, 2)]
    for part, path in enumerate(parts, 1):
        sweep = ["sweep", str(folder / "small.json"), "--jobs", "1"]
        assert main([*sweep, "--shard", f"{part}/2", "--store", path]) == 0
    assert main(["store", "merge", str(folder / "all.store"), *parts]) == 0
    return folder / "all.store"


@pytest.fixture
def url(settings: Settings) -> Iterator[str]:
    with serving(settings) as address:
        yield address


@pytest.fixture
def experiment_id(context: Context, process: WorkerProcess) -> UUID:
    return create_experiment(context, experiment_data(CELLS, SEEDS), installed_core())


@contextmanager
def working(process: WorkerProcess, experiment_id: UUID, is_wanted: Any) -> Iterator[list[int]]:
    """A worker of the lab, from the moment on in which it is wanted; how many units it gets."""
    stop, counts = threading.Event(), list[int]()

    def work() -> None:
        while not stop.wait(0.05):
            if not is_wanted():
                continue
            for batch in batches_of(process.context, experiment_id, "queued"):
                execute_batch(process, batch.id)
                counts.append(len(batch.seeds))

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield counts
    finally:
        stop.set()
        thread.join()


def shown(url: str, experiment_id: UUID) -> Any:
    return httpx.get(f"{url}/api/experiments/{experiment_id}").json()


def bring(process: WorkerProcess, url: str, store: Path, experiment_id: UUID, *more: str) -> int:
    def is_wanted() -> bool:
        return bool(shown(url, experiment_id)["imports"])

    with working(process, experiment_id, is_wanted):
        return main(["experiment", "import", str(store), str(experiment_id), "--url", url, *more])


def changed(store: Path, tmp_path: Path, statement: str) -> Path:
    copy = tmp_path / "changed.store"
    copy.write_bytes(store.read_bytes())
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(statement)
        connection.commit()
    return copy


def test_numbers_of_a_cluster_are_those_of_the_lab(
    url: str,
    store: Path,
    process: WorkerProcess,
    experiment_id: UUID,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert bring(process, url, store, experiment_id, "--computed-by", "cluster") == 0
    assert "12 runs are in the experiment, 1 of them computed there" in capsys.readouterr().out
    row = read_row(process.context, experiment_id)
    assert (row.status, row.done_count) == ("done", 12)
    table = httpx.get(f"{url}/api/experiments/{experiment_id}/export/csv").text
    other = create_experiment(process.context, experiment_data(CELLS, SEEDS), installed_core())
    for batch in batches_of(process.context, other, "queued"):
        execute_batch(process, batch.id)
    assert read_row(process.context, other).stored_count == 1
    assert httpx.get(f"{url}/api/experiments/{other}/export/csv").text == table


def test_a_second_time_brings_nothing(
    url: str,
    store: Path,
    process: WorkerProcess,
    experiment_id: UUID,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert bring(process, url, store, experiment_id) == 0
    before = shown(url, experiment_id)
    assert bring(process, url, store, experiment_id) == 0
    assert "has all of these runs already" in capsys.readouterr().out
    assert shown(url, experiment_id) == before


def test_a_false_digest_is_named(
    url: str,
    store: Path,
    process: WorkerProcess,
    experiment_id: UUID,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lie = f"UPDATE unit SET summary_digest = '{'7' * 64}' WHERE seed = 3"
    false = changed(store, tmp_path, lie)
    assert bring(process, url, false, experiment_id, "--check", "100") == 1
    said = capsys.readouterr().err
    assert "The store is refused. Cell 0 with seed 3 has digest 777777777777" in said


def test_mixed_behaviours_are_refused(
    url: str, store: Path, experiment_id: UUID, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older = "UPDATE unit SET behaviour_version = behaviour_version - 1"
    mixed = changed(store, tmp_path, f"{older} WHERE seed = 1")
    command = ["experiment", "import", str(mixed), str(experiment_id), "--url", url]
    assert main(command) == 2
    assert "has 3 runs of behaviour" in capsys.readouterr().err
    changed(store, tmp_path, older)
    assert main(command) == 1
    assert "cannot mix numbers of different behaviours" in capsys.readouterr().err


def test_makes_the_experiment_of_a_file_once(
    url: str, store: Path, process: WorkerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    process.register_core()
    file = str(store.with_name("small.json"))
    command = ["experiment", "import", str(store), file, "--url", url, "--computed-by", "x" * 201]
    assert main(command) == 2
    command[-1] = "me"
    found: list[UUID] = []
    for _ in range(2):
        stop = threading.Event()

        def compute(stop: threading.Event = stop) -> None:
            while not stop.wait(0.05):
                for batch in waiting(process):
                    execute_batch(process, batch)

        thread = threading.Thread(target=compute)
        thread.start()
        try:
            assert main(command) == 0
        finally:
            stop.set()
            thread.join()
        found.append(UUID(capsys.readouterr().out.strip().rpartition("/")[2]))
    assert found[0] == found[1]


def waiting(process: WorkerProcess) -> list[UUID]:
    with process.context.sessions() as session:
        queued = select(ExperimentBatch.id).where(ExperimentBatch.status == "queued")
        return list(session.scalars(queued))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.store", "x.json"], "There is no store 'nowhere.store'"),
        (["STORE", "x.json", "--check", "0"], "--check is '0'"),
        (["STORE", "x.json"], "'x.json' cannot be read"),
        (["OTHER", "FILE"], "has no run of this experiment"),
        (["TEXT", "FILE"], "cannot be used: file is not a database"),
    ],
)
def test_refuses_what_is_no_store(
    store: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    text = tmp_path / "text.store"
    text.write_text("no store" * 1000)
    other = changed(store, tmp_path, "DELETE FROM unit")
    places = {
        "STORE": str(store),
        "FILE": str(store.with_name("small.json")),
        "OTHER": str(other),
        "TEXT": str(text),
    }
    named = [places.get(each, each) for each in arguments]
    assert main(["experiment", "import", *named, "--url", "http://127.0.0.1:9"]) == 2
    assert message in capsys.readouterr().err
