"""Exports of experiments over HTTP: the bytes that are computed without a server."""

from pathlib import Path
from uuid import UUID

import httpx
import pytest
from sqlalchemy import select

from fairtt_lab import local
from lab.context import Context
from lab.models import ExperimentBatch
from lab.results import repository as results
from lab_model.exports.table import EXPERIMENT_FILES, FORMATS
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess, installed_core
from tests.support.experiments import experiment_data

DATA = experiment_data(2, 2, name="Näme & more")


@pytest.fixture
def experiment_id(client: httpx.Client, context: Context) -> str:
    """An experiment that waits."""
    with context.sessions.begin() as session:
        results.register_core(session, installed_core())
    answer = client.post("/api/experiments", json={"experiment": DATA})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def _compute(process: WorkerProcess, experiment_id: str) -> None:
    statement = select(ExperimentBatch.id).where(
        ExperimentBatch.experiment_id == UUID(experiment_id)
    )
    with process.context.sessions() as session:
        batch_ids = list(session.scalars(statement))
    for batch_id in batch_ids:
        execute_batch(process, batch_id)


def test_every_format_is_what_this_machine_writes(
    client: httpx.Client, process: WorkerProcess, experiment_id: str, tmp_path: Path
) -> None:
    _compute(process, experiment_id)
    with local(jobs=1) as lab:
        here = lab.sweep(DATA).wait()
        for file_format in EXPERIMENT_FILES:
            facts = FORMATS[file_format]
            answer = client.get(f"/api/experiments/{experiment_id}/export/{file_format}")
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"] == facts.media_type
            name = f"n-me-more-2x2{facts.suffix}"
            assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
            assert answer.content == here.export(file_format, tmp_path / name).read_bytes()
    table = client.get(f"/api/experiments/{experiment_id}/table.csv").text
    assert table == (tmp_path / "n-me-more-2x2.csv").read_text()


def test_running_unknown_and_other_formats_are_refused(
    client: httpx.Client, experiment_id: str
) -> None:
    running = client.get(f"/api/experiments/{experiment_id}/export/zip")
    assert running.status_code == 409
    assert "is running" in running.json()["detail"]
    unknown = client.get(f"/api/experiments/{UUID(int=1)}/export/zip")
    assert unknown.status_code == 404
    other = client.get(f"/api/experiments/{experiment_id}/export/qlog")
    assert other.status_code == 422
