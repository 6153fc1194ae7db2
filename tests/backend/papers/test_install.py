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
    "efra-problem": "06ee856e-f28e-53a8-87f2-05f186ed9453",
    "fairtt-buffer": "96c880c9-eebe-5c63-b078-5442ba76dd62",
    "fairtt-conditions": "a873106b-9d8e-5d89-9a20-46d92db72ac4",
    "fairtt-main": "355b9fd4-4ec1-5ad7-9c39-c93eead9bee7",
    "fairtt-readings-buffer": "c3b3d167-a6b0-5b81-92a2-a030d08ef2ec",
    "fairtt-readings-rtt": "8b112996-9ecb-5e84-979d-0dc359fe95c4",
    "fairtt-rtt": "e16130fb-4ff7-5b49-8c76-353e30c56ba3",
    "sizing-future": "67386cad-737f-5153-be4b-9ff90ee7631c",
    "sizing-ten-alike": "46c53ff6-d8a3-5bf4-a6ff-797177a1e9f6",
    "sizing-ten-flows": "679dc562-6beb-5751-b454-495c01d939cf",
    "sizing-two-flows": "23204fbf-5ac9-5b04-8708-a6865d7b7070",
}
TIMELINE_DIGESTS = {
    "fairtt-mechanism": "064d9c030076c38fb3a91533087bf3fdc73f2acf39bd9b0fd089d7309fa0c590",
    "sizing-timeline": "9f28484700d15cbb54d9c912fdfa0c7ecbee85debb4588270a2e0583f9994050",
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
    assert read["behaviour_version"] == bundle.behaviour_version == 1
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
