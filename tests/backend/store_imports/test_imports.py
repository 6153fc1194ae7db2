"""Runs that were computed elsewhere become an experiment's, all of them or none."""

import json
from io import BytesIO
from typing import Any
from uuid import UUID
from zipfile import ZipFile

import httpx
import pytest
from sqlalchemy import func, select, update

from lab.context import Context
from lab.experiments import batches, control
from lab.experiments.batches import Found
from lab.models import CellResult, ExperimentCell, ImportedUnit, StoreImport
from lab.recovery.expiry import expire
from lab.store_imports.lots import Candidate, drawn
from tests.support.classes import owner
from tests.support.experiments import (
    batches_of,
    claim_batch,
    control_experiment,
    create_experiment,
    experiment_data,
    finish_batch,
    read_row,
)
from tests.support.runs import CORE, NEWER_CORE, register_core

CELLS, SEEDS = 5, 4
NAMES = ["throughput_bps", "jain_index", "throughput_ratio"]


class Carrier:
    """Brings what a worker of this lab would have found, or something else."""

    def __init__(self, client: httpx.Client, experiment_id: UUID) -> None:
        self.client = client
        self.address = f"/api/experiments/{experiment_id}/imports"

    def begin(self, **changes: Any) -> httpx.Response:
        body = {"core_version": CORE.version, "behaviour_version": CORE.behaviour, **changes}
        return self.client.post(self.address, json=body)

    def send(self, import_id: str, units: list[dict[str, Any]], names: Any = None) -> Any:
        body = {"layouts": [{"names": names or NAMES, "units": units}]}
        return self.client.post(f"{self.address}/{import_id}/parts", json=body)

    def check(self, import_id: str) -> Any:
        response = self.client.post(f"{self.address}/{import_id}/check")
        assert response.status_code == 200, response.text
        return response.json()

    def bring(self, units: list[dict[str, Any]], **changes: Any) -> Any:
        import_id = self.begin(computed_by="the cluster", **changes).json()["id"]
        for first in range(0, len(units), 7):
            sent = self.send(import_id, units[first : first + 7])
            assert sent.status_code == 200, sent.text
        return self.check(import_id)

    def shown(self) -> Any:
        return self.client.get(self.address.removesuffix("/imports")).json()


def true_units(cell_count: int = CELLS, seed_count: int = SEEDS) -> list[dict[str, Any]]:
    return [
        {
            "cell_index": cell,
            "seed": seed,
            "summary_digest": "6" * 64,
            "values": [1e6 + seed, 0.5, None],
        }
        for cell in range(cell_count)
        for seed in range(1, seed_count + 1)
    ]


@pytest.fixture
def experiment_id(context: Context) -> UUID:
    return create_experiment(context, experiment_data(CELLS, SEEDS))


@pytest.fixture
def carrier(client: httpx.Client, experiment_id: UUID) -> Carrier:
    return Carrier(client, experiment_id)


def compute(context: Context, experiment_id: UUID) -> int:
    """What waits now, as workers of the lab do; how many units that was."""
    count = 0
    for batch in batches_of(context, experiment_id, "queued"):
        attempt = claim_batch(context, batch.id)
        assert attempt is not None
        finish_batch(context, attempt)
        count += len(attempt.units)
    return count


def staged(context: Context) -> int:
    with context.sessions() as session:
        return session.scalar(select(func.count()).select_from(ImportedUnit)) or 0


def stored(context: Context) -> int:
    with context.sessions() as session:
        return session.scalar(select(func.count()).select_from(CellResult)) or 0


class TestTaken:
    def test_after_the_drawn_runs_were_computed_here(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        answer = carrier.bring(true_units(), check_ratio=0.11)
        assert answer["status"] == "checking"
        assert (answer["unit_count"], answer["drawn_count"]) == (20, 3)
        assert (stored(context), carrier.shown()["progress"]["done_count"]) == (0, 0)
        assert {batch.is_local for batch in batches_of(context, experiment_id)} == {True}
        assert compute(context, experiment_id) == 3
        shown = carrier.shown()
        assert (shown["status"], shown["progress"]["done_count"]) == ("done", 20)
        [brought] = shown["imports"]
        assert (brought["status"], brought["compared_count"]) == ("accepted", 3)
        assert brought["computed_by"] == "the cluster"
        assert (stored(context), staged(context)) == (20, 0)

    def test_by_a_lot_that_can_be_drawn_again(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        answer = carrier.bring(true_units(), check_ratio=0.2)
        with context.sessions() as session:
            digests = dict(
                session.execute(
                    select(ExperimentCell.cell_index, ExperimentCell.scenario_digest).where(
                        ExperimentCell.experiment_id == experiment_id
                    )
                ).all()
            )
        units = [
            Candidate(digests[unit["cell_index"]], unit["seed"], unit["summary_digest"], 0)
            for unit in true_units()
        ]
        wanted = {(unit.scenario_digest, unit.seed) for unit in drawn(units, answer["lot"], 0.2)}
        waiting = {
            (digests[cell], seed)
            for batch in batches_of(context, experiment_id)
            for cell, seed in zip(batch.cell_indices, batch.seeds, strict=True)
        }
        assert waiting == wanted
        assert len(wanted) == 4

    def test_twice_is_once(self, context: Context, carrier: Carrier, experiment_id: UUID) -> None:
        carrier.bring(true_units())
        compute(context, experiment_id)
        before = carrier.shown()
        again = carrier.bring(true_units())
        assert (again["status"], again["unit_count"]) == ("accepted", 0)
        assert carrier.shown() == before

    def test_what_lacks_is_computed_here(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        carrier.bring(true_units()[:12])
        compute(context, experiment_id)
        assert carrier.shown()["progress"]["done_count"] == 12
        assert compute(context, experiment_id) == 8
        assert carrier.shown()["status"] == "done"

    def test_what_this_lab_has_is_compared_as_well(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        compute(context, experiment_id)
        answer = carrier.bring(true_units())
        assert (answer["status"], answer["compared_count"]) == ("accepted", 20)

    def test_no_other_experiment_sees_it_and_this_lab_replaces_it(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        carrier.bring(true_units())
        compute(context, experiment_id)
        other = create_experiment(context, experiment_data(CELLS, SEEDS))
        assert read_row(context, other).done_count == 1
        assert compute(context, other) == 19
        assert (read_row(context, other).status, stored(context)) == ("done", 20)
        with context.sessions() as session:
            assert session.scalar(select(func.count(CellResult.import_id))) == 0

    def test_a_link_shows_it(
        self, context: Context, carrier: Carrier, client: httpx.Client, experiment_id: UUID
    ) -> None:
        carrier.bring(true_units())
        compute(context, experiment_id)
        made = client.post(
            "/api/shares", json={"kind": "experiment", "experiment_id": str(experiment_id)}
        )
        assert made.status_code == 201, made.text
        token = made.json()["path"].rpartition("/")[2]
        shown = client.get("/api/shared", headers={"X-Lab-Share": token}).json()
        copy_id = shown["experiment_id"]
        copy = client.get(f"/api/experiments/{copy_id}").json()
        assert copy["imports"] == carrier.shown()["imports"]
        table = client.get(f"/api/experiments/{copy_id}/export/csv")
        assert len(table.text.splitlines()) == 21

    def test_its_archive_says_so(
        self, context: Context, carrier: Carrier, client: httpx.Client, experiment_id: UUID
    ) -> None:
        carrier.bring(true_units(), check_ratio=0.11)
        compute(context, experiment_id)
        exported = client.get(f"/api/experiments/{experiment_id}/export/zip")
        with ZipFile(BytesIO(exported.content)) as archive:
            [said] = json.loads(archive.read("versions.json"))["elsewhere"]
            assert said in archive.read("methods.txt").decode()
        assert said.startswith(
            f"20 runs were computed elsewhere (the cluster) with core {CORE.version} and imported; "
            "3 of them were recomputed in the lab, with equal numbers (lot "
        )

    def test_it_goes_with_its_experiment(
        self, context: Context, carrier: Carrier, client: httpx.Client, experiment_id: UUID
    ) -> None:
        carrier.bring(true_units())
        assert client.delete(carrier.address.removesuffix("/imports")).status_code == 204
        assert (staged(context), stored(context)) == (0, 0)


class TestRefused:
    def test_a_false_run_that_is_drawn(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        units = true_units()
        units[6]["summary_digest"] = "7" * 64
        carrier.bring(units, check_ratio=1.0)
        compute(context, experiment_id)
        shown = carrier.shown()
        [brought] = shown["imports"]
        assert brought["status"] == "refused"
        assert brought["reason"].startswith("Cell 1 with seed 3 has digest 777777777777 in the ")
        assert (staged(context), stored(context)) == (0, 20)
        assert shown["status"] == "done"  # all was computed here

    def test_pauses_with_the_reason(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        units = true_units()
        for unit in units:
            unit["values"][0] += 1.0
        carrier.bring(units, check_ratio=0.05)
        compute(context, experiment_id)
        shown = carrier.shown()
        assert (shown["status"], shown["progress"]["done_count"]) == ("paused", 1)
        assert "different numbers" in shown["pause_reason"]
        control_experiment(context, experiment_id, control.resume)
        assert compute(context, experiment_id) == 19

    def test_what_differs_from_what_is_here(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        compute(context, experiment_id)
        units = true_units()
        units[0]["summary_digest"] = "8" * 64
        answer = carrier.bring(units)
        assert answer["status"] == "refused"
        assert answer["reason"].startswith("Cell 0 with seed 1 ")

    def test_names_that_no_worker_writes(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        import_id = carrier.begin().json()["id"]
        half = [{**unit, "values": unit["values"][:2]} for unit in true_units()]
        assert carrier.send(import_id, half, NAMES[:2]).status_code == 200
        assert carrier.check(import_id)["status"] == "checking"
        compute(context, experiment_id)
        [brought] = carrier.shown()["imports"]
        assert "different metrics from those that this lab's core writes" in brought["reason"]

    def test_what_cannot_be_computed_here(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        carrier.bring(true_units())
        [batch] = batches_of(context, experiment_id, "queued")
        attempt = claim_batch(context, batch.id)
        assert attempt is not None
        failures = [batches.UnitFailure(unit, "The tube is bent.") for unit in attempt.units]
        with context.sessions.begin() as session:
            batches.finish(session, attempt, Found(failures=failures, units=list(attempt.units)))
        [brought] = carrier.shown()["imports"]
        assert "could not be computed here" in brought["reason"]
        assert "The tube is bent." in brought["reason"]

    def test_when_it_is_cancelled(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        carrier.bring(true_units())
        control_experiment(context, experiment_id, control.cancel)
        [brought] = carrier.shown()["imports"]
        assert (brought["status"], staged(context)) == ("refused", 0)

    def test_another_behaviour(self, context: Context, carrier: Carrier) -> None:
        response = carrier.begin(behaviour_version=NEWER_CORE.behaviour)
        assert response.status_code == 409
        assert f"behaviour {NEWER_CORE.behaviour}" in response.json()["detail"]

    def test_when_the_lab_changes_its_behaviour(
        self, context: Context, carrier: Carrier, experiment_id: UUID
    ) -> None:
        carrier.bring(true_units())
        control_experiment(context, experiment_id, control.pause)
        register_core(context, NEWER_CORE)
        control_experiment(context, experiment_id, control.resume)
        [brought] = carrier.shown()["imports"]
        assert brought["reason"].startswith(f"It has behaviour {CORE.behaviour}; ")

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"cell_index": CELLS}, "no cell 5 with seed 1"),
            ({"seed": SEEDS + 1}, "no cell 0 with seed 5"),
            ({"values": [1.0]}, "1 values for 3 names"),
            ({"summary_digest": "x"}, "64 hexadecimal digits"),
        ],
    )
    def test_runs_that_it_has_not(
        self, context: Context, carrier: Carrier, change: dict[str, Any], message: str
    ) -> None:
        import_id = carrier.begin().json()["id"]
        response = carrier.send(import_id, [{**true_units()[0], **change}])
        assert response.status_code == 422
        assert message in response.text
        assert staged(context) == 0

    def test_names_of_nothing(self, context: Context, carrier: Carrier) -> None:
        import_id = carrier.begin().json()["id"]
        response = carrier.send(import_id, true_units()[:1], ["a", "b", "c"])
        assert response.status_code == 422
        assert "'a' is none" in response.text
        assert staged(context) == 0


def test_strangers_bring_nothing(client: httpx.Client, context: Context) -> None:
    register_core(context)
    body = {"experiment": experiment_data(CELLS, SEEDS)}
    made = client.post("/api/experiments", json=body, headers=owner("ann")).json()
    client.headers.update(owner("bob"))
    assert Carrier(client, made["id"]).begin().status_code == 403
    client.headers.update(owner("ann"))
    assert Carrier(client, made["id"]).begin().status_code == 201


def test_what_was_begun_and_not_ended_is_forgotten(context: Context, carrier: Carrier) -> None:
    first = carrier.begin().json()["id"]
    carrier.send(first, true_units())
    second = carrier.begin().json()["id"]
    assert (staged(context), carrier.send(first, true_units()).status_code) == (0, 404)
    carrier.send(second, true_units())
    expire(context)
    assert staged(context) == 20
    with context.sessions.begin() as session:
        long_ago = func.now() - func.make_interval(0, 0, 0, 0, 1, 1)
        session.execute(update(StoreImport).values(changed_at=long_ago))
    expire(context)
    assert (staged(context), carrier.shown()["imports"]) == (0, [])
