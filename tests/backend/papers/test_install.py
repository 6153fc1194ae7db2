"""Shipped experiments in the database: whole, once, for ever, and unchangeable."""

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
    "efra-problem": "13449943-8521-5f5f-b42b-2fbbee7d90cb",
    "efra-reconstruction": "337e7767-14ea-53a7-b04b-f25281fad32b",
    "fairtt-buffer": "3168e6df-0e75-5305-8ff3-3e64e52ec9aa",
    "fairtt-buffer-seeds": "5e3c6d0f-ae15-5b70-8bce-a0e4978c4d83",
    "fairtt-conditions": "bd01651f-2c24-512d-9c63-eb733f6c9416",
    "fairtt-far-rtts": "7d02507a-a971-5ef0-b108-cc4226f43540",
    "fairtt-main": "63ccf9d2-4803-56b7-95b9-144230f6e5a8",
    "fairtt-main-seeds": "2676f5c1-c01b-567b-8d55-f8ad931c1864",
    "fairtt-readings-buffer": "66268742-30d8-53ae-9d12-8889652139d7",
    "fairtt-readings-rtt": "0bb04c74-b711-558c-b8b5-e3301fbbc373",
    "fairtt-rtt": "a9964ddb-8834-562b-80b6-d8ab9e2b79a2",
    "fairtt-rtt-seeds": "8e2b2891-2b8f-5151-81f0-b8151e675936",
    "sizing-future": "236c63b6-a550-54e1-a177-a44262464e62",
    "sizing-ten-alike": "ee226f77-dca6-5c70-a88d-c5e61b58e4f4",
    "sizing-ten-alike-seeds": "7a24733d-65b2-54ea-93c5-e3eee37270a3",
    "sizing-ten-flows": "9dafabf9-6a93-5cd5-a68b-e51770d70790",
    "sizing-ten-flows-seeds": "a6994a9e-8c72-5e34-adad-d85478087e74",
    "sizing-two-flows": "32bd5c18-aa72-532b-b98e-e313daff16ce",
    "sizing-two-flows-seeds": "89956626-2fd0-5f71-aaf1-84c8d392f0c2",
}
# Computed since the others; what raised the behaviour left their algorithms alone.
BEHAVIOURS = {
    "fairtt-buffer-seeds": 7,
    "fairtt-far-rtts": 7,
    "fairtt-main-seeds": 7,
    "fairtt-rtt-seeds": 7,
    "sizing-ten-alike-seeds": 7,
    "sizing-ten-flows-seeds": 7,
    "sizing-two-flows-seeds": 7,
}
TIMELINE_DIGESTS = {
    "fairtt-mechanism": "f4642b2cebdc8b7682ad419ea967320a0f6c150d4cc76529ce1eaf6c09be20d8",
    "sizing-timeline-seeds": "82df9ab6b3f8303c218261a5968977c1912f7dcc29d04a11c883661a56413869",
    "sizing-timeline": "469e9c4db70632fc976aaa1d457144b13a45940e4c9c0cf4ad13ce56f166fe9a",
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
    assert read["behaviour_version"] == bundle.behaviour_version == BEHAVIOURS.get(item.key, 6)
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


def test_it_cannot_be_changed_and_anyone_may_fork_it(
    client: httpx.Client, context: Context
) -> None:
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
