"""The class fills a map: seeds are drawn by the server, cells become means with intervals."""

from typing import Any
from uuid import UUID

import httpx
import numpy as np
import pytest
from sqlalchemy import text

from lab.context import Context
from lab_model.classroom import LabFile, load_templates
from lab_model.classroom.lab_file import MapStep
from lab_model.experiments.estimates import student_t_quantiles
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.classes import TEACHER, Lesson, Pupil, owner, together

X, Y = "flows.0.rtt_s", "bottleneck.loss.probability"


def lab() -> dict[str, Any]:
    """Two seconds of a lossy path, over two delays and two rates of loss."""
    template = next(each for each in load_templates() if each.id == "how-many-runs")
    found: MapStep = next(step for step in template.lab.steps if isinstance(step, MapStep))
    scenario = found.scenario.model_dump(mode="json")
    scenario["duration_s"] = 4
    step = {
        "id": "map",
        "kind": "map",
        "title": "The class fills a map",
        "text": "Choose a cell.",
        "minutes": 5,
        "points": 2,
        "scenario": scenario,
        "x": {"label": "RTT", "path": X, "values": [0.02, 0.08]},
        "y": {"label": "Loss", "path": Y, "values": [0.005, 0.02]},
        "measured": "mean_queue_bytes",
        "label": "Queue, bytes",
    }
    document = {"version": 1, "title": "A map", "summary": "", "goals": ["See"], "steps": [step]}
    return LabFile.model_validate(document, strict=False).model_dump(mode="json")


@pytest.fixture
def lesson(client: httpx.Client) -> Lesson:
    created = client.post("/api/lab-documents", json={"draft": lab()}, headers=TEACHER)
    assert created.status_code == 201, created.text
    lab_id = created.json()["id"]
    published = client.post(f"/api/lab-documents/{lab_id}/publish", headers=TEACHER)
    assert published.is_success, published.text
    return Lesson(client, lab_id=lab_id)


def cell(x: float, y: float) -> dict[str, float]:
    return {X: x, Y: y}


def fill(process: WorkerProcess, pupil: Pupil, x: float, y: float) -> Any:
    asked = pupil.ask_for_run("map", cell(x, y))
    assert asked.status_code == 201, asked.text
    execute(process, UUID(asked.json()["id"]))
    return pupil.client.get(f"/api/runs/{asked.json()['id']}").json()


def read_map(pupil: Pupil) -> Any:
    response = pupil.client.get(f"{pupil.address}/maps/map", headers=pupil.headers)
    assert response.status_code == 200, response.text
    return response.json()


def test_seeds_of_a_cell_are_those_not_run_yet(lesson: Lesson, process: WorkerProcess) -> None:
    ann, bob = lesson.join("ann"), lesson.join("bob")
    seeds = [
        pupil.ask_for_run("map", cell(x, 0.005)).json()["seed"]
        for pupil, x in ((ann, 0.02), (bob, 0.02), (ann, 0.08), (ann, 0.02))
    ]
    assert seeds == [1, 2, 1, 3]


def test_many_in_one_cell_at_once_draw_different_seeds(lesson: Lesson) -> None:
    pupils = [lesson.join(f"student {number}") for number in range(20)]

    def ask(own: httpx.Client, number: int) -> Any:
        pupil = Pupil(own, pupils[number].joined, pupils[number].headers)
        return pupil.ask_for_run("map", cell(0.02, 0.02))

    asked = together(lesson.client, 20, ask)
    assert sorted(each.json()["seed"] for each in asked) == list(range(1, 21))


def test_cells_are_means_with_intervals_of_the_whole_class(
    lesson: Lesson, process: WorkerProcess
) -> None:
    ann, bob = lesson.join("ann"), lesson.join("bob")
    assert read_map(ann) == {
        "cells": [],
        "x_values": [0.02, 0.08],
        "y_values": [0.005, 0.02],
        "mine": [],
    }
    runs = [fill(process, pupil, 0.02, 0.02) for pupil in (ann, bob, ann)]
    fill(process, bob, 0.08, 0.005)
    values = np.array([run["result"]["summary"]["mean_queue_bytes"] for run in runs])
    half = student_t_quantiles(2) * values.std(ddof=1) / np.sqrt(3)
    seen = read_map(ann)
    assert seen["mine"] == [[0.02, 0.02]]
    first, second = seen["cells"]
    assert (first["x"], first["y"], first["count"]) == (0.02, 0.02, 3)
    assert first["mean"] == pytest.approx(values.mean())
    assert first["high"] == pytest.approx(values.mean() + half)
    assert first["low"] == pytest.approx(values.mean() - half)
    assert (second["count"], second["low"], second["high"]) == (1, None, None)
    assert read_map(bob)["cells"] == seen["cells"]
    assert lesson.ask("GET", "/steps/map")["map"]["cells"] == seen["cells"]
    [row, _] = lesson.ask("GET", "/board")["students"]
    assert row["steps"]["map"] == {"state": "done", "attempt_count": 2, "points": None}


def test_alone_one_sees_ones_own(lesson: Lesson, process: WorkerProcess) -> None:
    fill(process, lesson.join("ann"), 0.02, 0.02)
    lab_id = lesson.classroom["lab_id"]
    started = lesson.client.post(f"/api/labs/{lab_id}/attempts", headers=owner("solo")).json()
    solo = Pupil(lesson.client, {"attempt_id": started["id"]}, owner("solo"))
    assert read_map(solo)["cells"] == []
    assert fill(process, solo, 0.08, 0.005)["seed"] == 1
    assert [(each["x"], each["count"]) for each in read_map(solo)["cells"]] == [(0.08, 1)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({X: 0.03, Y: 0.02}, f"{X} is 0.03; it must be one of [0.02, 0.08]"),
        ({X: True, Y: 0.02}, f"{X} is true; it must be one of [0.02, 0.08]"),
        ({X: 0.02}, f"{Y} is null; it must be one of [0.005, 0.02]"),
        ({X: 0.02, Y: 0.02, "duration_s": 1}, f"must be {X} and {Y} only"),
    ],
)
def test_cells_lie_on_the_axes(lesson: Lesson, given: Any, message: str) -> None:
    refused = lesson.join("ann").ask_for_run("map", given)
    assert refused.status_code == 422
    assert message in refused.json()["errors"][0]["message"]


def test_runs_of_a_class_wait_in_the_queue_before_sweeps(lesson: Lesson, context: Context) -> None:
    lesson.join("ann").ask_for_run("map", cell(0.02, 0.02))
    with context.sessions() as session:
        assert session.scalars(text("SELECT queue FROM run")).all() == ["interactive"]
