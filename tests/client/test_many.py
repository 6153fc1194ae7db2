"""Many runs at once, here and on a server, and executors that compute them."""

import json
import pickle
from functools import partial
from typing import Any

import httpx
import pytest

from fairtt_lab import InvalidInputError, Lab, flow, link, scenario, simulate
from fairtt_lab.generated.models import Scenario
from fairtt_lab.locally import LocalLab
from fairtt_lab.many import checked_run
from fairtt_lab.server.lab import MOST_BYTES, MOST_RUNS, requests_of_runs


def of_rtt(rtt_s: float) -> Scenario:
    """A second of one flow."""
    return scenario(link(1e7), [flow("cubic", rtt_s=rtt_s)], duration_s=1)


def test_values_and_seeds_make_runs_in_their_order(here: LocalLab) -> None:
    runs = here.map(of_rtt, [0.02, 0.04], seeds=range(1, 3))
    assert [(run.scenario.flows[0].rtt_s, run.seed) for run in runs] == [
        (0.02, 1),
        (0.02, 2),
        (0.04, 1),
        (0.04, 2),
    ]
    single = here.run(of_rtt(0.04), seed=2)
    assert runs[3].result == single.result


@pytest.mark.parametrize(
    ("second", "field"),
    [
        ((of_rtt(0.02), -1), "runs.1.seed"),
        (({**of_rtt(0.02).model_dump(mode="json"), "duration_s": -1}, 1), "runs.1.scenario.durat"),
    ],
)
def test_one_bad_run_is_named_and_none_begins(
    here: LocalLab, monkeypatch: pytest.MonkeyPatch, second: Any, field: str
) -> None:
    monkeypatch.delattr(LocalLab, "_begin")
    with pytest.raises(InvalidInputError, match=f"^{field}") as refused:
        here.run_many([(of_rtt(0.02), 1), second])
    assert refused.value.field is not None
    assert refused.value.field.startswith(field)
    assert refused.value.problems[0].pointer.startswith("/runs/1/")


def test_a_server_is_asked_once_for_as_many_as_it_takes() -> None:
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        problem = {"title": "No", "status": 409, "detail": "No.", "errors": []}
        return httpx.Response(409, json=problem)

    with Lab("http://lab.example", transport=httpx.MockTransport(answer)) as lab:
        with pytest.raises(Exception, match="No"):
            lab.map(of_rtt, [0.02, 0.04], seeds=range(100))
        with pytest.raises(InvalidInputError, match=r"runs\.0\.seed"):
            lab.map(of_rtt, [0.02], seeds=[-1])
    [request] = asked
    assert (request.method, request.url.path) == ("POST", "/api/runs/many")
    assert len(json.loads(request.content)["runs"]) == MOST_RUNS
    assert request.headers["Idempotency-Key"]


def test_requests_keep_to_both_bounds_and_lose_nothing() -> None:
    wanted = [checked_run(of_rtt(0.02), seed) for seed in range(MOST_RUNS + 1)]
    assert [len(body["runs"]) for body in requests_of_runs(wanted)] == [MOST_RUNS, 1]
    flows = [flow("cubic", rtt_s=0.02, label=str(number)) for number in range(60)]
    large = scenario(link(1e7), flows, duration_s=1)
    bodies = list(requests_of_runs(checked_run(large, seed) for seed in range(100)))
    assert len(bodies) > 1
    assert max(len(json.dumps(body)) for body in bodies) < MOST_BYTES + 1000
    assert [run["seed"] for body in bodies for run in body["runs"]] == list(range(100))
    assert list(requests_of_runs([])) == []


def test_a_request_asks_for_a_part_of_a_minute_of_a_worker() -> None:
    def bodies(scenarios: list[Scenario]) -> list[int]:
        wanted = [checked_run(each, 1) for each in scenarios]
        return [len(body["runs"]) for body in requests_of_runs(wanted)]

    # Less than ten seconds of a worker, and more than a minute.
    long = scenario(link(1e9), [flow("cubic", rtt_s=0.02)], duration_s=400)
    longest = scenario(link(1e9), [flow("cubic", rtt_s=0.02)], duration_s=3000)
    assert bodies([long] * 4) == [2, 2]
    assert bodies([long, longest, long]) == [1, 1, 1]


def test_any_executor_computes_runs(here: LocalLab) -> None:
    expected = here.run(of_rtt(0.02), seed=5).result.summary_digest
    [threaded] = here.executor.map(partial(simulate, seed=5), [of_rtt(0.02)])
    # As a pool of processes sends the call there, and its result back.
    call = pickle.loads(pickle.dumps(partial(simulate, of_rtt(0.02), 5)))
    apart = pickle.loads(pickle.dumps(call()))
    assert expected == threaded.summary_digest == apart.summary_digest
    with pytest.raises(InvalidInputError, match="seed is -1"):
        simulate(of_rtt(0.02), -1)
