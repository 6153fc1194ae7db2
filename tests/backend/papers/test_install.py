"""Shipped experiments in the database: whole, once, for ever, and nobody's to change."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

import httpx
import numpy as np
import pytest

from lab.context import Context
from lab.models import CellResult, Experiment, ExperimentBatch
from lab.papers.install import install
from lab_model.experiments.bundle import content_digest, read_bundle
from lab_model.papers.measured import bundle_path
from lab_model.papers.shipped import ShippedExperiment, shipped_experiments, shipped_id
from tests.support.runs import count_rows

SHIPPED = shipped_experiments()
# They are in links. An id changes with what was computed, and with nothing else.
IDS = {
    "efra-problem": "a584bb7c-8e44-5df5-9dfd-92c0de21e24f",
    "efra-reconstruction": "278f9fea-a44f-556c-bf1d-998cb8ec0771",
    "fairtt-buffer": "752ebc82-8c77-50fd-a0a3-c5ed952e8c43",
    "fairtt-conditions": "5e82b4f4-ac41-5cfa-842c-0d6e9c5baa1e",
    "fairtt-main": "e225b90d-4249-5d82-ae0e-410caef09296",
    "fairtt-readings-buffer": "ad4f9e33-7a91-5c5c-8d8e-3597b2069ac6",
    "fairtt-readings-rtt": "09a79df1-00f6-5fbe-80f3-b2db14f2ef4b",
    "fairtt-rtt": "e620976f-230e-5a9d-81d5-91f3569e235e",
    "sizing-future": "1b018ce3-9dd7-5c4b-9c42-34fbc0fd91e9",
    "sizing-ten-alike": "ee602076-2428-55df-a28a-ef1c88f46ff5",
    "sizing-ten-flows": "2282d7be-43db-5a17-a1d2-da721ea74dae",
    "sizing-two-flows": "907197ed-5099-559c-a1da-aa063eb844d4",
}
TIMELINE_DIGESTS = {
    "fairtt-mechanism": "1af939e19868cbb4857329dd7e2b9472cd930e4300a0521481fbe685c1b2863c",
    "sizing-timeline": "cb5fdeb6e0d32595c2259d52cdc5fb91f7964c5bb647cb194b52b85148c4683c",
}


def _install(context: Context, shipped: Sequence[ShippedExperiment] = SHIPPED) -> list[str]:
    with context.sessions.begin() as session:
        return install(session, shipped)


def test_every_shipped_bundle_has_the_id_that_links_have() -> None:
    assert {item.key: str(item.id) for item in SHIPPED} == IDS
    assert shipped_id(SHIPPED[0].key) == SHIPPED[0].id
    assert shipped_id("nothing") is None


@pytest.mark.parametrize("key", TIMELINE_DIGESTS)
def test_shipped_timelines_keep_their_numbers(key: str) -> None:
    assert content_digest(read_bundle(bundle_path(key, "timeline"))) == TIMELINE_DIGESTS[key]


def test_installed_once_however_often(context: Context) -> None:
    assert _install(context) == [item.key for item in SHIPPED]
    rows = count_rows(context, CellResult)
    assert rows > 0
    assert _install(context) == []
    assert (count_rows(context, Experiment), count_rows(context, CellResult)) == (
        len(SHIPPED),
        rows,
    )


@pytest.mark.parametrize("item", SHIPPED, ids=lambda item: item.key)
def test_installed_experiment_is_whole_and_done(
    client: httpx.Client, context: Context, item: ShippedExperiment
) -> None:
    _install(context, [item])
    bundle = read_bundle(bundle_path(item.key, "units"))
    read = client.get(f"/api/experiments/{item.id}").json()
    progress = read["progress"]
    assert (read["status"], read["paper"], read["is_mine"]) == ("done", item.paper, False)
    assert read["core_version"] == bundle.core_version
    assert read["behaviour_version"] == bundle.behaviour_version == 3
    assert progress["done_count"] == progress["unit_count"] > 0
    assert (progress["failed_count"], read["cell_counts_url"]) == (0, None)
    assert count_rows(context, ExperimentBatch) == 0


def test_numbers_are_those_of_the_bundle_to_the_last_bit(
    client: httpx.Client, context: Context
) -> None:
    item = SHIPPED[0]
    _install(context, [item])
    units = read_bundle(bundle_path(item.key, "units"))
    cell = client.get(f"/api/experiments/{item.id}/cells/1?metric=jain_index").json()
    for name in ("throughput_ratio", "jain_index", "utilisation_ratio"):
        column = units.units.values[:, units.names.index(name)]
        expected = [
            column[row]
            for row, digest in enumerate(units.units.digests)
            if digest == cell["scenario_digest"]
        ]
        assert cell["numbers"][name] == expected
        assert np.isfinite(expected).all()


def test_nobody_changes_it_and_anybody_forks_it(client: httpx.Client, context: Context) -> None:
    item = SHIPPED[0]
    _install(context, [item])
    path = f"/api/experiments/{item.id}"
    assert client.post(f"{path}/retry").status_code == 403
    assert client.patch(path, json={"name": "mine"}).status_code == 403
    assert client.delete(path).status_code == 403
    definition = client.get(path).json()["experiment"]
    owner = {"X-Lab-Owner": "fork-" + "f" * 26}
    fork = client.post("/api/experiments", json={"experiment": definition}, headers=owner)
    assert (fork.status_code, fork.json()["is_mine"], fork.json()["paper"]) == (201, True, None)
    rows = count_rows(context, CellResult)
    assert client.delete(f"/api/experiments/{fork.json()['id']}", headers=owner).status_code == 204
    assert count_rows(context, CellResult) == rows


def test_other_numbers_are_another_experiment_and_the_old_one_stays(
    client: httpx.Client, context: Context
) -> None:
    item = SHIPPED[0]
    older = replace(item, id=uuid4())
    _install(context, [older])
    assert _install(context, [item]) == [item.key]
    assert client.get(f"/api/experiments/{item.id}").json()["paper"] == item.paper
    read = client.get(f"/api/experiments/{older.id}").json()
    assert (read["paper"], read["is_mine"]) == (item.paper, False)
