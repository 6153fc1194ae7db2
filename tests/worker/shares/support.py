"""Making and reading links over HTTP."""

from typing import Any
from uuid import UUID

import httpx
from sqlalchemy import select

from lab.models import ExperimentBatch
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.scenarios import scenario

MINE = {"X-Lab-Owner": "mine-" + "a" * 28}
OTHER = {"X-Lab-Owner": "other-" + "b" * 28}

Json = dict[str, Any]


def share(client: httpx.Client, **wanted: Any) -> Json:
    """A link of mine."""
    answer = client.post("/api/shares", json=wanted, headers=MINE)
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def shown(client: httpx.Client, token: str) -> httpx.Response:
    """What a link shows."""
    return client.get("/api/shared", headers={"X-Lab-Share": token})


def trace(**changes: Any) -> Json:
    """A measurement that goes with a link: two seconds of one flow."""
    columns = {"time_s": [1.0, 2.0], "throughput_bps": [1e6, None], "rtt_s": [0.02, 0.025]}
    flow = {"label": "stream 5", "algorithm": "bbr", "group_index": 0, "columns": columns}
    return {"name": "lab.json", "source": "iperf3", "offset_s": -1.3, "flows": [flow], **changes}


def done_run(client: httpx.Client, process: WorkerProcess, seed: int = 7) -> str:
    """A finished run of mine."""
    body = {"scenario": scenario(2.0), "seed": seed}
    created = client.post("/api/runs", json=body, headers=MINE).json()["id"]
    execute(process, UUID(created))
    return str(created)


def done_experiment(client: httpx.Client, process: WorkerProcess, data: Json) -> str:
    """A finished experiment of mine."""
    answer = client.post("/api/experiments", json={"experiment": data}, headers=MINE)
    assert answer.status_code == 201, answer.text
    experiment_id: str = answer.json()["id"]
    compute(process, experiment_id)
    status = client.get(f"/api/experiments/{experiment_id}").json()["status"]
    assert status == "done"
    return experiment_id


def compute(process: WorkerProcess, experiment_id: str) -> None:
    """Every batch that waits."""
    while True:
        with process.context.sessions() as session:
            queued = session.scalars(
                select(ExperimentBatch.id).where(
                    ExperimentBatch.experiment_id == UUID(experiment_id),
                    ExperimentBatch.status == "queued",
                )
            ).all()
        if not queued:
            return
        for batch_id in queued:
            execute_batch(process, batch_id)
