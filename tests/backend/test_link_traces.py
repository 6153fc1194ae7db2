"""Delivery traces of links are stored once, by digest, without a difference for readers."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import func, literal_column, select, text, update

from lab.context import Context
from lab.link_traces import FRESH, SHORTEST
from lab.models import Classroom, LabAttempt, LabVersion, LinkTrace, Run
from lab.recovery.expiry import expire
from lab_model.classroom import load_templates
from lab_model.scenarios import Scenario, scenario_digest
from tests.support.classes import LAB, TEACHER, Lesson
from tests.support.experiments import experiment_data
from tests.support.runs import ALICE, BOB
from tests.support.scenarios import scenario

TIMES = [place // 2 for place in range(20_000)]
LOOKS_LIKE_ONE = 'a \\"opportunities_ms": [] b'
"""Names may hold what the times are looked for by."""


def _traced(times: list[int] = TIMES, **changes: Any) -> dict[str, Any]:
    wanted = scenario(5.0)
    wanted["name"] = LOOKS_LIKE_ONE
    wanted["flows"][0]["label"] = '"opportunities_ms": []'
    wanted["bottleneck"]["trace"] = {"label": "Train", "opportunities_ms": times, **changes}
    return wanted


def _make(client: httpx.Client, wanted: dict[str, Any], seed: int = 1) -> dict[str, Any]:
    body = {"scenario": wanted, "seed": seed}
    answer = client.post("/api/runs", json=body, headers=ALICE)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def _trace_count(context: Context) -> int:
    with context.sessions() as session:
        return session.scalar(select(func.count()).select_from(LinkTrace)) or 0


def _make_old(context: Context) -> None:
    with context.sessions.begin() as session:
        session.execute(update(LinkTrace).values(used_at=func.now() - 2 * FRESH))


def test_what_is_read_is_what_was_sent(client: httpx.Client, context: Context) -> None:
    made = _make(client, _traced())
    expected = Scenario.model_validate(_traced()).model_dump(mode="json")
    read = client.get(f"/api/runs/{made['id']}").json()
    [listed] = client.get("/api/runs", headers=ALICE).json()["items"]
    for found in (made, read, listed):
        assert found["scenario"] == expected
        assert list(found["scenario"]["bottleneck"]) == list(expected["bottleneck"])
        assert found["scenario_digest"] == scenario_digest(Scenario.model_validate(_traced()))
    with context.sessions() as session:
        run = session.get_one(Run, UUID(made["id"]))
        assert run.kept_scenario["bottleneck"]["trace"]["opportunities_ms"] == []
        assert run.scenario == expected
        [again] = session.scalars(select(Run.scenario))
        assert again == expected


def test_a_request_may_be_repeated(client: httpx.Client) -> None:
    headers = {**ALICE, "Idempotency-Key": "t" * 22}
    body = {"scenario": _traced(), "seed": 1}
    first, second = (client.post("/api/runs", json=body, headers=headers) for _ in range(2))
    assert first.json() == second.json()
    other = {"scenario": _traced([*TIMES, 10_001]), "seed": 1}
    assert client.post("/api/runs", json=other, headers=headers).status_code == 409


def test_runs_with_the_same_trace_share_it(client: httpx.Client, context: Context) -> None:
    runs = [{"scenario": _traced(), "seed": seed} for seed in range(5)]
    assert client.post("/api/runs/many", json={"runs": runs}, headers=ALICE).status_code == 201
    _make(client, _traced(after_end="hold", label="Bus"))
    assert _trace_count(context) == 1
    with context.sessions() as session:
        row_bytes = session.scalar(text("SELECT max(pg_column_size(scenario)) FROM run"))
        trace_bytes = session.scalar(
            text("SELECT pg_column_size(opportunities_ms) FROM link_trace")
        )
    assert row_bytes is not None
    assert trace_bytes is not None
    assert row_bytes < 4000 < trace_bytes
    _make(client, _traced([*TIMES, 10_001]))
    assert _trace_count(context) == 2


def test_a_short_trace_stays_in_its_scenario(client: httpx.Client, context: Context) -> None:
    made = _make(client, _traced(TIMES[: SHORTEST - 1]))
    assert made["scenario"]["bottleneck"]["trace"]["opportunities_ms"] == TIMES[: SHORTEST - 1]
    assert _trace_count(context) == 0


@pytest.mark.parametrize("at_bottleneck", [[], TIMES[:3], TIMES])
@pytest.mark.parametrize("at_second", [[], TIMES[:3], TIMES])
def test_a_run_over_two_links_keeps_the_traces_of_both(
    client: httpx.Client, at_bottleneck: list[int], at_second: list[int]
) -> None:
    wanted = _traced(at_bottleneck)
    second = {**wanted["bottleneck"], "id": "second", "delay_s": 0.001}
    second["trace"] = {"label": "Bus", "opportunities_ms": at_second}
    wanted["links"] = [second]
    for group in wanted["flows"]:
        group["path"] = ["bottleneck", "second"]
    made = _make(client, wanted)
    assert made["scenario"] == Scenario.model_validate(wanted).model_dump(mode="json")
    assert client.get(f"/api/runs/{made['id']}").json()["scenario"] == made["scenario"]


def test_it_goes_after_the_last_run_that_has_it(client: httpx.Client, context: Context) -> None:
    first, second = (_make(client, _traced(), seed)["id"] for seed in (1, 2))
    _make_old(context)
    assert client.delete(f"/api/runs/{first}", headers=ALICE).status_code == 204
    expire(context)
    assert _trace_count(context) == 1
    read = client.get(f"/api/runs/{second}").json()
    assert read["scenario"]["bottleneck"]["trace"]["opportunities_ms"] == TIMES
    assert client.delete(f"/api/runs/{second}", headers=BOB).status_code == 403
    assert client.delete(f"/api/runs/{second}", headers=ALICE).status_code == 204
    expire(context)
    assert _trace_count(context) == 0


def test_one_that_just_came_into_use_is_kept(client: httpx.Client, context: Context) -> None:
    made = _make(client, _traced())["id"]
    client.delete(f"/api/runs/{made}", headers=ALICE)
    expire(context)
    assert _trace_count(context) == 1
    _make_old(context)
    made = _make(client, _traced())["id"]
    with context.sessions() as session:
        age = session.scalar(select(func.now() - LinkTrace.used_at))
    assert age is not None
    assert age < timedelta(minutes=1)


def _experiment(client: httpx.Client, times: list[int], count: int = 1) -> Any:
    wanted = experiment_data(3, count)
    wanted["base"] = _traced(times)
    answer = client.post("/api/experiments", json={"experiment": wanted}, headers=ALICE)
    assert answer.status_code == 201, answer.text
    return answer.json()


def _lab(*traces: list[Any]) -> dict[str, Any]:
    [template] = [each for each in load_templates() if each.id == LAB]
    lab = template.lab.model_dump(mode="json")
    [step] = [each for each in lab["steps"] if each["id"] == "tune"]
    steps = [
        {**step, "id": f"tune-{index}", "scenario": {**step["scenario"], "bottleneck": changed}}
        for index, times in enumerate(traces)
        for changed in [{**step["scenario"]["bottleneck"], "trace": {"opportunities_ms": times}}]
    ]
    return {**lab, "steps": [*lab["steps"], *steps], "summary": LOOKS_LIKE_ONE}


def _row_bytes(context: Context, table: str, column: str) -> int:
    with context.sessions() as session:
        counted = select(func.sum(func.pg_column_size(literal_column(column))))
        return session.scalar(counted.select_from(text(table))) or 0


def test_a_sweep_stores_its_trace_once(client: httpx.Client, context: Context) -> None:
    first = _experiment(client, TIMES)
    _experiment(client, TIMES, count=2)
    _make(client, _traced())
    assert _trace_count(context) == 1
    assert _row_bytes(context, "experiment", "definition") < 8000
    read = client.get(f"/api/experiments/{first['id']}").json()
    trace = read["experiment"]["base"]["bottleneck"]["trace"]
    assert trace == {**trace, "opportunities_ms": TIMES, "label": "Train"}
    cell = client.get(f"/api/experiments/{first['id']}/cells/0").json()
    assert cell["scenario"]["bottleneck"]["trace"]["opportunities_ms"] == TIMES


def test_more_values_keep_the_trace_of_an_experiment(
    client: httpx.Client, context: Context
) -> None:
    made = _experiment(client, TIMES)
    address = f"/api/experiments/{made['id']}"
    wanted = made["experiment"]
    wanted["replications"]["count"] = 2
    body = {"experiment": wanted}
    answer = client.post(f"{address}/extend", json=body, headers=ALICE)
    assert answer.status_code == 200, answer.text
    assert client.get(address).json()["experiment"] == wanted
    assert _trace_count(context) == 1


def test_labs_classes_and_students_share_their_traces(
    client: httpx.Client, context: Context
) -> None:
    other = [*TIMES, 10_001]
    lab = _lab([], TIMES, TIMES[:3], other, TIMES)
    made = client.post("/api/lab-documents", json={"draft": lab}, headers=TEACHER).json()
    assert made["draft"] == lab
    address = f"/api/lab-documents/{made['id']}"
    body = {"revision": made["revision"], "draft": {**lab, "title": "Two trains"}}
    written = client.put(address, json=body, headers=TEACHER)
    assert written.json()["draft"] == body["draft"]
    published = client.post(
        f"{address}/publish", params={"accepts_unreached": True}, headers=TEACHER
    )
    assert published.status_code == 200, published.text
    pupils = [Lesson(client, lab_id=made["id"]).join(name) for name in ("Ann", "Ben")]
    assert _trace_count(context) == 2
    for table, column in {
        "lab_document": "draft",
        "lab_version": "lab",
        "classroom": "lab",
        "lab_attempt": "lab",
    }.items():
        assert 0 < _row_bytes(context, table, column) < 30_000, table
    with context.sessions() as session:
        for holder in (LabVersion, Classroom, LabAttempt):
            for row in session.scalars(select(holder)):
                assert _traces_of(row.lab)[-5:] == [[], TIMES, TIMES[:3], other, TIMES]
    assert _traces_of(pupils[0].read()["lab"])[-5:] == [[], TIMES, TIMES[:3], other, TIMES]


def _traces_of(lab: dict[str, Any]) -> list[list[int]]:
    return [
        step["scenario"]["bottleneck"]["trace"]["opportunities_ms"]
        for step in lab["steps"]
        if "scenario" in step
    ]


@pytest.mark.parametrize(
    "odd",
    [
        [0.5] * 600,
        [*range(600), "end"],
        {"opportunities_ms": [], "more": list(range(600))},
        [{"opportunities_ms": list(range(600))}, {"opportunities_ms": []}],
        None,
        [True] * 600,
    ],
)
def test_an_unfinished_lab_is_kept_as_it_was_written(client: httpx.Client, odd: Any) -> None:
    lab = {"title": "x", 'a"opportunities_ms': [], "opportunities_ms": odd, "b": _lab(TIMES)}
    made = client.post("/api/lab-documents", json={"draft": lab}, headers=TEACHER)
    assert made.status_code == 201, made.text
    read = client.get(f"/api/lab-documents/{made.json()['id']}", headers=TEACHER).json()
    assert json.dumps(read["draft"]) == json.dumps(lab)


def test_it_goes_after_the_last_document_that_has_it(
    client: httpx.Client, context: Context
) -> None:
    made = _experiment(client, TIMES)
    lab = client.post("/api/lab-documents", json={"draft": _lab(TIMES)}, headers=TEACHER).json()
    _make_old(context)
    expire(context)
    assert _trace_count(context) == 1
    address = f"/api/experiments/{made['id']}"
    client.post(f"{address}/cancel", headers=ALICE)
    assert client.delete(address, headers=ALICE).status_code == 204
    expire(context)
    assert _trace_count(context) == 1
    address = f"/api/lab-documents/{lab['id']}"
    assert client.get(address, headers=TEACHER).json()["draft"] == lab["draft"]
    assert client.delete(address, headers=TEACHER).status_code == 204
    expire(context)
    assert _trace_count(context) == 0
