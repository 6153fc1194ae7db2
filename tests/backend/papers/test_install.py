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
    "efra-problem": "9568d2eb-fc96-50f5-9aa1-44edd20b5a16",
    "efra-reconstruction": "f26056ad-ffd9-5f44-bda6-1cec66b905ca",
    "fairtt-buffer": "f1a1beb0-7f5e-525c-8890-c00a950e2fa9",
    "fairtt-conditions": "273d71c8-c082-53be-a2be-f4f5cb5a8a52",
    "fairtt-main": "3200dccf-aec3-5ade-b672-5a72dfd0cdb5",
    "fairtt-readings-buffer": "dd83e643-f6a2-5f90-b116-46a93770954b",
    "fairtt-readings-rtt": "34f78dc7-fe23-5480-bc53-cb9e9a88978e",
    "fairtt-rtt": "43b76642-0f5c-5257-953f-87b82f3e1235",
    "sizing-future": "8dbe367b-7e52-5edb-ae5d-75973bb455a9",
    "sizing-ten-alike": "3aceedc7-f5c0-5502-a621-41772cfba4f4",
    "sizing-ten-flows": "a771d138-4164-5815-b4c2-c1532b14023f",
    "sizing-two-flows": "c1887b16-45f8-53de-b816-e435e5c721d0",
}
TIMELINE_DIGESTS = {
    "fairtt-mechanism": "86d61d5cf996805523a1361ec1e2db05bb30d4c9b52a654c5d5f420dc04fa596",
    "sizing-timeline": "941f8983c70f7cce05e0fc59897c79abc30c4cd39b906022e017fe14bd9bcfd3",
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
    assert read["behaviour_version"] == bundle.behaviour_version == 6
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
