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
    "efra-problem": "55de6396-ebac-50b2-b27f-bb0abfceb214",
    "fairtt-buffer": "756c1935-f260-5939-a2fc-4f1743f38da1",
    "fairtt-conditions": "d248851c-9aec-5988-96dd-bc1226ead342",
    "fairtt-main": "61ca072a-90e1-5857-855d-4cb6dc4dabdc",
    "fairtt-readings-buffer": "c2b01bda-7d0c-5980-8202-7870f5438547",
    "fairtt-readings-rtt": "1bb3199b-cf35-5f80-a66b-6b5cb807784b",
    "fairtt-rtt": "31b3424f-4aee-56ca-ab02-e1dcba2c47cb",
    "sizing-future": "4ee401ce-1c17-5ac4-b745-f3d2f0b2c469",
    "sizing-ten-alike": "ac7114df-3dc3-5ff2-95b4-1a7de8e9ad2d",
    "sizing-ten-flows": "c3e488e5-d2c6-5a76-bab5-1a51b13e2a65",
    "sizing-two-flows": "ff346b79-bf7c-5141-9f41-ae10e9e335ff",
}
TIMELINE_DIGESTS = {
    "fairtt-mechanism": "07bc52fb7315a1d1b726c25f2f4fbef834a5bd202aacc5bfb5a548e323f9c297",
    "sizing-timeline": "901c499f3be219af1a1e9dfce72a868c1706e3bcb92ff956de48a94b238631de",
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
    assert read["behaviour_version"] == bundle.behaviour_version == 2
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
