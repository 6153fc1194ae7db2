"""Experiments of a page without a server: every answer is the service's, digit for digit."""

import json
from base64 import b64decode
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from lab.site.experiments import MAX_PACKETS, MAX_RUNS
from lab.site.in_page import answer
from lab_exec.run import behaviour_version
from lab_model.exports.table import EXPERIMENT_FILES
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess
from tests.support.axes import axis
from tests.support.experiments import batches_of, experiment_data
from tests.support.page import ask_page_core, say_in_page
from tests.support.runs import ALICE
from tests.support.scenarios import scenario

Json = dict[str, Any]
SEEDS = 3
METRICS = (
    "jain_index",
    "utilisation_ratio",
    "group_0_throughput_bps",
    "throughput_ratio",
    "group_0_throughput_bps/group_1_throughput_bps",
)
OWN = {"id": "", "created_at": "", "finished_at": "", "experiment_id": ""}


def _definition() -> Json:
    """Arms over a range, with chance: intervals have a width."""
    loss = {"kind": "bernoulli", "probability": 0.01}
    base = scenario(2.0, bottleneck={"rate_bps": 8e6, "delay_s": 0.01, "loss": loss})
    algorithms = [{"name": name} for name in ("newreno", "cubic", "fairtt")]
    rates = {"kind": "logarithmic", "from": 4e6, "to": 16e6, "count": 2}
    axes = [
        {**axis("flows.1.algorithm", algorithms), "role": "arm"},
        {"moves": [{"path": "bottleneck.rate_bps", "values": rates}]},
    ]
    replications = {"count": SEEDS, "first_seed": 4}
    return {"name": "Arms", "base": base, "axes": axes, "replications": replications}


class _Page:
    """What the page keeps of an experiment, as JavaScript has it."""

    def __init__(self, definition: Json, folder: Path) -> None:
        request = {"experiment": definition, "forked_from": "a test"}
        self.plan = say_in_page("experiment_create", {"request": request, "known": []})
        works = [
            {"scenario": cell["scenario"], "seed": seed}
            for cell in self.plan["cells"]
            for seed in self.plan["seeds"]
        ]
        cores = ask_page_core(folder, works)
        numbers = [
            say_in_page("numbers", {**work, "core": core["numbers"]})
            for work, core in zip(works, cores, strict=True)
        ]
        count = len(self.plan["seeds"])
        cells = [numbers[start : start + count] for start in range(0, len(numbers), count)]
        self.units: list[list[Json | str | None]] = _as_javascript_has_them(cells)

    def about(self, **changes: Any) -> Json:
        cells = [[isinstance(unit, dict) for unit in cell] for cell in self.units]
        return {
            "id": str(uuid4()),
            "name": self.plan["name"],
            "forked_from": self.plan["forked_from"],
            "definition": self.plan["definition"],
            "status": "done",
            "pause_reason": None,
            "core_version": None,
            "behaviour_version": behaviour_version(),
            "revision": 5,
            "stored_count": 0,
            "done": list(map(sum, cells)),
            "failed": [sum(isinstance(unit, str) for unit in cell) for cell in self.units],
            "running": [],
            "seconds_left": None,
            "created_at": "2026-01-01T00:00:00Z",
            "finished_at": None,
            **changes,
        }

    def rows(self, *metrics: str) -> dict[str, list[list[float | None]]]:
        names = {name for metric in metrics for name in metric.split("/")}
        return {
            name: [
                [unit["numbers"].get(name) if isinstance(unit, dict) else None for unit in cell]
                for cell in self.units
            ]
            for name in names | set(self.plan["compared"])
        }


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> _Page:
    return _Page(_definition(), tmp_path_factory.mktemp("page"))


@pytest.fixture
def made(client: httpx.Client, process: WorkerProcess) -> Json:
    """The same in a lab, computed."""
    body = {"experiment": _definition(), "forked_from": "a test"}
    sent = client.post("/api/experiments", json=body, headers=ALICE)
    assert sent.status_code == 201, sent.text
    found = sent.json()
    for batch in batches_of(process.context, UUID(found["id"])):
        execute_batch(process, batch.id)
    return dict(client.get(f"/api/experiments/{found['id']}", headers=ALICE).json())


def test_every_view_is_that_of_the_service(client: httpx.Client, made: Json, page: _Page) -> None:
    at = f"/api/experiments/{made['id']}"
    revision = made["progress"]["revision"]
    about = page.about(revision=revision, core_version=made["core_version"])
    read = say_in_page("experiment", {"experiment": about})
    assert {**read, **OWN} == {**made, **OWN}
    assert say_in_page("experiment_counts", {"experiment": about}) == _get(client, f"{at}/counts")
    for metric in METRICS:
        asked = {"experiment": about, "metric": metric, "rows": page.rows(metric)}
        for view in ("map", "differences"):
            theirs = _get(client, f"{at}/{view}", metric=metric)
            assert say_in_page(f"experiment_{view}", asked) == theirs, (metric, view)
    x, y = METRICS[1], METRICS[0]
    for cells in ([], [4, 1, 1]):
        asked = {"experiment": about, "x": x, "y": y, "cells": cells, "rows": page.rows(x, y)}
        theirs = _get(client, f"{at}/points", x=x, y=y, cells=cells)
        assert say_in_page("experiment_points", asked) == theirs
    for index, metrics in ((2, []), (0, [METRICS[-1]])):
        asked = {"experiment": about, "cell_index": index, "metrics": metrics}
        ours = say_in_page("experiment_cell", {**asked, "units": page.units[index]})
        theirs = _get(client, f"{at}/cells/{index}", metric=metrics)
        assert any(each["bootstrap_low"] for each in theirs["estimates"].values())
        for estimate in theirs["estimates"].values():
            estimate.update(bootstrap_low=None, bootstrap_high=None)
        assert ours == theirs


def test_every_file_is_that_of_the_service(client: httpx.Client, made: Json, page: _Page) -> None:
    at = f"/api/experiments/{made['id']}"
    body = {
        "id": made["id"],
        "name": made["name"],
        "definition": page.plan["definition"],
        "core_version": made["core_version"],
        "behaviour_version": made["behaviour_version"],
        "units": page.units,
    }
    for wanted in (name for name, file in EXPERIMENT_FILES.items() if not file.needs_library):
        sent = client.get(f"{at}/export/{wanted}")
        written = say_in_page("units_file", {**body, "format": wanted})
        assert b64decode(written["base64"]) == sent.content, wanted
        assert written["name"] in sent.headers["content-disposition"]
    sent = client.get(f"{at}/table.csv")
    written = say_in_page("units_file", {**body, "format": "table"})
    assert b64decode(written["base64"]) == sent.content
    assert written["name"] in sent.headers["content-disposition"]


def test_cells_are_compared_as_in_a_lab(client: httpx.Client, made: Json, page: _Page) -> None:
    about = page.about(core_version=made["core_version"], id=made["id"])
    own = {"experiment_id": made["id"]}
    digest = page.plan["cells"][3]["scenario_digest"][:12]
    request = {"items": [{**own, "cell_index": 1}, {**own, "cell_digest": digest}]}
    found = [
        {"experiment": about, "cell_index": index, "units": page.units[index]} for index in (1, 3)
    ]
    theirs = client.post("/api/comparisons", json=request)
    assert theirs.status_code == 200, theirs.text
    assert say_in_page("compare", {"request": request, "found": found}) == theirs.json()
    for missing in ({"cell_index": 6}, {"cell_digest": "0" * 12}):
        request = {"items": [{**own, "cell_index": 1}, {**own, **missing}]}
        refused = client.post("/api/comparisons", json=request).json()
        body = {"request": request, "found": [found[0], {**found[1], "cell_index": None}]}
        ours = json.loads(answer("compare", json.dumps(body)))["body"]
        assert {**ours, "request_id": None} == {**refused, "request_id": None}


def test_what_is_not_known_yet_is_left_out(client: httpx.Client, made: Json, page: _Page) -> None:
    partly = _Half(page)
    about = partly.about(status="running", running=[0])
    read = say_in_page("experiment", {"experiment": about})
    progress = read["progress"]
    assert (progress["done_count"], progress["failed_count"], progress["running_count"]) == (
        6,
        1,
        1,
    )
    assert read["cell_counts_url"].endswith("/counts")
    asked = {"experiment": about, "metric": METRICS[0], "rows": partly.rows(METRICS[0])}
    found = say_in_page("experiment_map", asked)["cells"]
    assert found["count"] == [1] * 6
    assert found["low"] == [None] * 6
    whole = _get(client, f"/api/experiments/{made['id']}/cells/1")["numbers"][METRICS[0]]
    assert found["mean"][1] == pytest.approx(whole[0], rel=1e-6)
    verdicts = say_in_page("experiment_differences", asked)["verdicts"]
    assert verdicts["tested_count"] == 0
    cell = {"experiment": about, "cell_index": 0, "metrics": [METRICS[0]]}
    failures = say_in_page("experiment_cell", {**cell, "units": partly.units[0]})["failures"]
    assert failures == [{"seed": 5, "reason": "A trap.", "core_version": ""}]


class _Half(_Page):
    """Of each cell the first seed, and one that failed."""

    def __init__(self, page: _Page) -> None:
        self.plan = page.plan
        self.units = [[cell[0], None, None] for cell in page.units]
        self.units[0][1] = "A trap."


def test_the_size_is_stated_before(client: httpx.Client, page: _Page) -> None:
    request = {"experiment": _definition()}
    first = page.plan["cells"][0]["scenario_digest"]
    found = say_in_page("experiment_check", {"request": request, "known": [f"{first} 5", "x 4"]})
    theirs = client.post("/api/experiments/check", json=request).json()
    assert found["stored_unit_count"] == 1
    for name in ("cell_count", "unit_count", "most_unit_count", "axes", "largest"):
        assert found[name] == theirs[name], name
    assert found["predicted_packets"] == pytest.approx(theirs["predicted_packets"] * 17 / 18, 0.1)


def test_refuses_what_the_service_refuses(client: httpx.Client) -> None:
    rates = [axis("bottleneck.rate_bps", [8e6, 1.0])]
    nowhere = [axis("bottleneck.colour", ["red"])]
    for wrong in ({"axes": rates}, {"axes": nowhere}, {"base": {}}, {"replications": {"count": 0}}):
        body = {"experiment": {**experiment_data(), **wrong}}
        theirs = client.post("/api/experiments/check", json=body)
        assert theirs.status_code == 422
        assert {**_refusal(body), "request_id": None} == {**theirs.json(), "request_id": None}


@pytest.mark.parametrize(
    ("changes", "path", "bound"),
    [
        ({"replications": {"count": MAX_RUNS}}, "", MAX_RUNS),
        (
            {"base": scenario(3600.0), "replications": {"count": 300}},
            "",
            MAX_PACKETS,
        ),
        (
            {"replications": {"precision": {"metric": "jain_index", "within_ratio": 0.1}}},
            "replications.precision",
            None,
        ),
    ],
)
def test_says_what_needs_a_server(changes: Json, path: str, bound: int | None) -> None:
    found = _refusal({"experiment": {**experiment_data(), **changes}})
    [problem] = found["errors"]
    assert (problem["path"], problem["bound"]) == (path, bound)
    assert "a lab with a server" in found["detail"]
    assert bound is None or f"{bound:,}" in found["detail"]


def test_more_seeds_keep_what_is_there(page: _Page) -> None:
    definition = _definition()
    more = {**definition, "replications": {"count": 5, "first_seed": 4}}
    known = [
        f"{cell['scenario_digest']} {seed}" for cell in page.plan["cells"] for seed in (4, 5, 6)
    ]
    asked = {"definition": page.plan["definition"], "known": known}
    plan = say_in_page("experiment_extend", {**asked, "request": {"experiment": more}})
    assert (plan["seeds"], plan["stored_count"]) == ([4, 5, 6, 7, 8], 18)
    other = {**definition, "base": scenario(3.0)}
    body = {**asked, "request": {"experiment": other}}
    refused = json.loads(answer("experiment_extend", json.dumps(body)))
    assert (refused["status"], refused["body"]["errors"][0]["path"]) == (409, "base")


def test_experiments_are_found_by_words(page: _Page) -> None:
    about = page.about()
    for search, count in (("", 1), ("arms fairtt", 1), ("cubic", 1), ("elephant", 0)):
        asked = {"search": search, "experiments": [about]}
        assert len(say_in_page("experiments", asked)["items"]) == count


def _get(client: httpx.Client, path: str, **query: Any) -> Json:
    return dict(client.get(path, params=query).json())


def _refusal(request: Json) -> Json:
    said = json.loads(answer("experiment_check", json.dumps({"request": request, "known": []})))
    assert said["status"] == 422, said
    return dict(said["body"])


def _as_javascript_has_them(value: Any) -> Any:
    """Numbers without a fraction lose their point."""
    return json.loads(json.dumps(value), parse_float=_number)


def _number(text: str) -> float:
    value = float(text)
    return int(value) if value.is_integer() else value
