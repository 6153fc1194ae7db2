"""A lab done alone on a site: what Python in the page answers, beside the service's answers to the
same acts with the same results.
"""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import httpx
import pytest

from lab.context import Context
from lab.models import LabAttempt
from lab.site.in_page import answer
from lab_model.classroom import LabFile
from lab_model.classroom.lab_file import GoalStep, MapStep, PredictionStep, QuestionStep, RunStep
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute

OWNER = {"X-Lab-Owner": "alone-" + "a" * 26}
GIVEN = {"pick": 0, "number": 100.0, "order": [0, 1], "text": "Words.", "choice": [0]}


class Both:
    """One who does a lab on a server and on a site."""

    def __init__(self, client: httpx.Client, process: WorkerProcess, lab_id: str) -> None:
        self.client, self.process = client, process
        begun = self.serve("POST", f"/api/labs/{lab_id}/attempts")
        self.id = begun["id"]
        self.kept: dict[str, Any] = {
            "id": self.id,
            "lab_id": lab_id,
            "started_at": begun["started_at"],
            **self.page("lab_document", lab_id=lab_id),
            "secret": "00" * 32,
            "answers": [],
            "runs": [],
            "guesses": {},
        }
        self.lab = LabFile.model_validate(self.kept["lab"], strict=False)

    def serve(self, method: str, address: str, body: Any = None) -> Any:
        """The service's answer, also if it refuses."""
        content = None if body is None else _as_javascript_writes(body)
        headers = {**OWNER, "Content-Type": "application/json"}
        asked = self.client.request(method, address, content=content, headers=headers)
        return asked.json() if asked.content else None

    def page(self, question: str, **body: Any) -> Any:
        """Python's answer."""
        return json.loads(answer(question, _as_javascript_writes(body)))["body"]

    def ask_page(self, question: str, **body: Any) -> Any:
        return self.page(question, attempt=self.kept, **body)

    def answer(self, step_id: str, given: Any) -> tuple[Any, Any]:
        """What both say; the page keeps what is not refused."""
        address = f"/api/lab-attempts/{self.id}/answers/{step_id}"
        body = {"answer": given}
        server = self.serve("PUT", address, body)
        now = datetime.now(UTC).isoformat()
        here = self.ask_page("attempt_answer", step_id=step_id, request=body, now=now)
        if "lab" in here:
            others = [each for each in self.kept["answers"] if each["step_id"] != step_id]
            fresh = {"step_id": step_id, "answer": given, "answered_at": now}
            self.kept["answers"] = [*others, fresh]
        return _lasting(server), _lasting(here)

    def run(self, step_id: str, settings: dict[str, Any]) -> tuple[Any, Any]:
        """What is computed; the page has the service's result of it, as its core gives the same."""
        body = {"settings": settings}
        server = self.serve("POST", f"/api/lab-attempts/{self.id}/steps/{step_id}/runs", body)
        here = self.ask_page("attempt_run", step_id=step_id, request=body)
        if "run" not in here:
            return _lasting(server), _lasting(here)
        execute(self.process, UUID(server["id"]))
        result = self.serve("GET", f"/api/runs/{server['id']}")["result"]
        self.kept["runs"].append(
            {
                "step_id": step_id,
                "run_id": server["id"],
                "settings": here["settings"],
                "seed": here["run"]["seed"],
                "status": "done",
                "result_key": f"{here['run']['scenario_digest']} {here['run']['seed']} 7",
                "result": {name: result[name] for name in ("summary", "link", "flows")},
            }
        )
        names = ("name", "seed", "scenario", "scenario_digest", "forked_from", "predicted_packets")
        return tuple({name: each[name] for name in names} for each in (server, here["run"]))

    def read(self) -> tuple[Any, Any]:
        """Both attempts as they are."""
        server = self.serve("GET", f"/api/lab-attempts/{self.id}")
        return _lasting(server), _lasting(self.ask_page("attempt"))

    def map(self, step_id: str) -> tuple[Any, Any]:
        server = self.serve("GET", f"/api/lab-attempts/{self.id}/maps/{step_id}")
        return _lasting(server), _lasting(self.ask_page("attempt_map", step_id=step_id))


def _as_javascript_writes(body: Any) -> str:
    """JSON that a page sends: 1.0 is 1 there."""

    def whole(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: whole(each) for name, each in value.items()}
        if isinstance(value, list):
            return [whole(each) for each in value]
        is_whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e15
        return int(value) if is_whole else value

    return json.dumps(whole(body))


def _lasting(answered: Any) -> Any:
    """Without when it was, and without the name of a request."""
    if isinstance(answered, dict):
        passing = ("answered_at", "request_id")
        return {name: _lasting(each) for name, each in answered.items() if name not in passing}
    return [_lasting(each) for each in answered] if isinstance(answered, list) else answered


def _same(both: tuple[Any, Any]) -> Any:
    server, here = both
    assert here == server
    return here


@pytest.mark.parametrize("lab_id", ["bufferbloat-at-home", "cubic-and-newreno"])
def test_every_act_has_the_answer_of_a_server(
    client: httpx.Client, process: WorkerProcess, lab_id: str
) -> None:
    both = Both(client, process, lab_id)
    for step in both.lab.steps:
        match step:
            case PredictionStep():
                early = _same(both.run(step.about, {}))
                assert early["type"].endswith("prediction-missing")
                _same(both.answer(step.id, {"no": "answer"}))
                _same(both.answer(step.id, GIVEN[step.prediction.kind]))
            case QuestionStep():
                _same(both.answer(step.id, GIVEN[step.question.kind]))
                _same(both.answer(step.id, GIVEN[step.question.kind]))
            case RunStep():
                _same(both.run(step.id, {}))
            case GoalStep():
                _same(both.run(step.id, {"seed": 3}))
                _same(both.run(step.id, {}))
                _same(both.run(step.id, step.solution))
            case MapStep():
                cell = {step.x.path: step.x.values[0], step.y.path: step.y.values[-1]}
                _same(both.map(step.id))
                for _seed in range(3):
                    _same(both.run(step.id, cell))
                _same(both.run(step.id, {step.x.path: -1.0}))
                [found] = _same(both.map(step.id))["cells"]
                assert found["count"] == 3
        _same(both.read())
    read = _same(both.read())
    assert read["runs"][-1]["run_id"] == both.kept["runs"][-1]["run_id"]
    assert any(each["mark"] is not None for each in read["answers"])
    goals = [each["goal"]["holds"] for each in read["runs"] if each["goal"] is not None]
    assert goals == [False, True]
    # A file brings the same; what is wrong in it is refused.
    assert both.ask_page("attempt_of_file") == both.page("attempt", attempt=both.kept)
    kept, first = both.kept, both.kept["answers"][0]
    for wrong, said in (
        ({"lab": {"title": "Mine"}}, "no lab that this site can read"),
        ({"answers": [{**first, "step_id": "nowhere"}]}, "has no step 'nowhere'"),
        ({"answers": [{**first, "answer": {"no": "answer"}}]}, "answer"),
        ({"guesses": {first["step_id"]: {"0": "cubic"}}}, ""),
    ):
        refused = both.page("attempt_of_file", attempt={**kept, **wrong})
        assert 400 <= refused["status"] < 500
        assert said in refused["detail"]


def test_a_game_tells_what_a_server_tells(
    client: httpx.Client, process: WorkerProcess, context: Context
) -> None:
    both = Both(client, process, "name-that-algorithm")
    with context.sessions() as session:
        both.kept["secret"] = session.get_one(LabAttempt, UUID(both.id)).secret.hex()
    step = next(each for each in both.lab.steps if each.kind == "game")
    address = f"/api/lab-attempts/{both.id}/games/{step.id}/rounds/0"
    asked = {"step_id": step.id, "index": 0}
    guess = {"guess": step.candidates[0]}
    early = both.ask_page("attempt_guess", **asked, request=guess, status=None)
    assert _lasting(early) == _lasting(both.serve("PUT", f"{address}/guess", guess))
    assert early["type"].endswith("wrong-state")
    planned = both.ask_page("attempt_round", **asked)
    both.serve("POST", address)
    run = UUID(planned["run_id"])
    stored = both.serve("GET", f"/api/runs/{run}")
    assert (stored["seed"], stored["scenario"]) == (
        planned["run"]["seed"],
        planned["run"]["scenario"],
    )
    execute(process, run)
    query = "&".join(
        [f"metrics={name}" for name in planned["metrics"]]
        + [f"subjects={name}" for name in planned["subjects"]]
    )
    state = {
        "id": str(run),
        "status": "done",
        "simulated_s": step.scenario.duration_s,
        "buffer_bytes": both.serve("GET", f"/api/runs/{run}")["result"]["link"]["buffer_bytes"],
        "series": both.serve("GET", f"/api/runs/{run}/series?points=100&{query}"),
    }
    seen = both.ask_page("attempt_round_seen", **asked, run=state)
    assert seen == both.serve("GET", f"{address}?points=100")
    assert (seen["algorithm"], seen["run_id"]) == (None, None)
    attempt = both.ask_page("attempt_guess", **asked, request=guess, status="done")
    assert _lasting(attempt) == _lasting(both.serve("PUT", f"{address}/guess", guess))
    [game] = [each for each in attempt["games"] if each["step_id"] == step.id]
    assert game["rounds"][0]["algorithm"] in step.candidates
    assert game["rounds"][1]["algorithm"] is None
