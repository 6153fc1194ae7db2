"""Several seeds in one answer: what ships is whole, the rest is as far as runs have come."""

from typing import Any

import httpx
import numpy as np

from lab.context import Context
from lab.runs import attempts
from lab.runs import service as runs
from lab.runs.schemas import RunCreate
from lab.series.repository import copy_chunks, encode_chunk
from lab_model.behaviour import newest_behaviour
from lab_model.presets.opening import load_opening
from lab_model.series.subject import Subject
from tests.support.documents import result_document
from tests.support.runs import NEWER_CORE, claim_run, register_core
from tests.support.scenarios import scenario

SAMPLE_COUNT = 100


def store_seed(context: Context, setting: dict[str, Any], seed: int, ratio: float) -> None:
    """A run that is done: the first flow gets `ratio` times what the second gets, all the time."""
    wanted = RunCreate.model_validate({"scenario": setting, "seed": seed})
    with context.sessions.begin() as session:
        run = runs.create(session, None, wanted)
    attempt = claim_run(context, run.id)
    rows = [
        encode_chunk(
            subject,
            chunk_index=0,
            first_sample=0,
            sample_count=SAMPLE_COUNT,
            columns={metric: np.full(SAMPLE_COUNT, value)},
        )
        for subject, metric, value in (
            (Subject("flow", 0), "throughput_bps", ratio * 1e6),
            (Subject("flow", 1), "throughput_bps", 1e6),
            (Subject("link", 0), "queue_bytes", 5000.0 + seed),
        )
    ]
    with context.sessions.begin() as session:
        attempts.add_samples(
            session, attempt, sample_count=SAMPLE_COUNT, simulated_s=10.0, announce=False
        )
        copy_chunks(session, attempt.result_id, rows)
    document = result_document(attempt)
    document["summary"] |= {"throughput_ratio": ratio, "mean_queue_bytes": 5000.0 + seed}
    document["link"] = {"buffer_bytes": 30_000}
    for flow, rate_bps in zip(document["flows"], (ratio * 1e6, 1e6), strict=True):
        flow["throughput_bps"] = rate_bps
    attempts.finish_done(context.sessions, attempt, document)


def ask(client: httpx.Client, settings: list[dict[str, Any]], seeds: list[int]) -> Any:
    answer = client.post("/api/seeds", json={"scenarios": settings, "seeds": seeds})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_opening_is_one_request_and_needs_no_worker(client: httpx.Client) -> None:
    cases = client.get("/api/opening").json()
    assert [len(case["together"]["seeds"]) for case in cases] == [20, 20]
    asked = ask(client, cases[0]["scenarios"], list(range(1, 21)))
    assert asked == cases[0]["together"]


def test_every_known_case_is_one_request_and_needs_no_worker(client: httpx.Client) -> None:
    for preset in client.get("/api/presets").json():
        shipped = client.get(f"/api/presets/{preset['id']}").json()
        assert shipped["preset"] == preset
        assert len(shipped["together"]["seeds"]) == 20
        settings = [variant["scenario"] for variant in preset["variants"]]
        assert ask(client, settings, list(range(1, 21))) == shipped["together"]
        for number in shipped["numbers"]:
            assert [len(item["values"]) for item in number["variants"]] == [20] * len(settings)


def test_a_case_that_is_not_there_is_said_to_be_missing(client: httpx.Client) -> None:
    answer = client.get("/api/presets/nothing")
    assert answer.status_code == 404
    assert "GET /api/presets" in answer.json()["detail"]


def test_what_ships_is_not_given_once_the_simulator_computes_something_else(
    context: Context, client: httpx.Client
) -> None:
    case = load_opening()[0]
    settings = [item.model_dump(mode="json") for item in case.scenarios]
    unknown = type(NEWER_CORE)(NEWER_CORE.version, newest_behaviour() + 1)
    register_core(context, unknown)
    asked = ask(client, settings, case.together.seeds)
    assert (asked["seeds"], asked["missing"]) == ([], case.together.seeds)
    assert asked["arms"][0]["curves"] is None


def test_what_ships_is_given_by_a_later_simulator_that_computes_the_same(
    context: Context, client: httpx.Client
) -> None:
    """Nothing is simulated again because a behaviour has changed other algorithms."""
    register_core(context, type(NEWER_CORE)(NEWER_CORE.version, newest_behaviour()))
    for case in load_opening():
        settings = [item.model_dump(mode="json") for item in case.scenarios]
        asked = ask(client, settings, case.together.seeds)
        assert asked == case.together.model_dump(mode="json")


def test_numbers_and_curves_are_of_the_seeds_that_every_setting_has(
    context: Context, client: httpx.Client
) -> None:
    register_core(context)
    slow, fast = scenario(), scenario(rate_bps=2e7)
    for seed, ratio in ((1, 2.0), (2, 4.0)):
        store_seed(context, slow, seed, ratio)
    store_seed(context, fast, 2, 1.5)
    store_seed(context, fast, 3, 1.25)
    asked = ask(client, [slow, fast], [3, 2, 1])
    assert (asked["seeds"], asked["missing"]) == ([2], [1, 3])
    first, second = asked["arms"]
    assert [item["throughput_ratio"] for item in first["results"]] == [4]
    assert first["results"][0]["throughputs_bps"] == [4e6, 1e6]
    assert first["curves"]["throughputs_bps"][0]["mean"] == [4e6] * 10
    assert second["curves"]["throughputs_bps"][0]["mean"] == [1.5e6] * 10
    assert second["curves"]["queue_bytes"]["mean"] == [5002] * 10
    assert second["buffer_bytes"] == 30_000

    store_seed(context, fast, 1, 3.0)
    asked = ask(client, [slow, fast], [1, 2, 3])
    assert (asked["seeds"], asked["missing"]) == ([1, 2], [3])
    rates = asked["arms"][0]["curves"]["throughputs_bps"][0]
    assert (rates["mean"][0], rates["low"][0], rates["high"][0]) == (3e6, 2e6, 4e6)


def test_before_any_simulator_nothing_is_known_of_other_settings(client: httpx.Client) -> None:
    asked = ask(client, [scenario()], [1, 2])
    assert (asked["seeds"], asked["missing"], asked["behaviour_version"]) == ([], [1, 2], None)


def test_too_many_flows_for_one_picture_are_refused_by_name(client: httpx.Client) -> None:
    crowd = scenario()
    crowd["flows"][0]["count"] = 16
    answer = client.post("/api/seeds", json={"scenarios": [scenario(), crowd], "seeds": [1]})
    assert answer.status_code == 422
    assert answer.json()["detail"] == (
        "Setting 2 has 17 flows; several seeds of a setting are shown together with at most 16."
    )
