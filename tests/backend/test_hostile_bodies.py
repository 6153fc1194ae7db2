"""Bodies that are made to hurt, sent to every operation that takes one.

What they must not do: end in a 5xx, keep the process computing, or leave it large. All of them are
sent as one would send an upload: the lab takes nothing but JSON, and no file is unpacked by it.
"""

import gzip
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from lab.app import WITH_MODULES, WITH_RESULTS, WITH_SCENARIOS
from lab.context import build_context
from lab.settings import Settings
from lab_model.scenarios.problems import MOST_PROBLEMS
from tests.conftest import empty_lab
from tests.hostile.objects import EXPERIMENT, OWNER, SCENARIO
from tests.support.remote_work import make_token
from tests.support.served import Served, serving_process
from tests.support.server import checked_client, description
from tools.servers import ValkeyServer

LAB = "bufferbloat-at-home"
UNKNOWN_ID = "01234567-89ab-7cde-8f01-23456789abcd"
MARK = "stands for something hostile"
BOMB = gzip.compress(bytes(100_000_000), compresslevel=9)
# For reading a megabyte, checking it and refusing it: a hundred times less than what any of these
# took that took too long.
MOST_CPU_S = 8.0
MOST_MEMORY_BYTES = 500_000_000
MOST_ANSWER_BYTES = 300_000

OPERATOR_TOKEN = "the token of an operator"
BODIES: dict[str, Any] = {
    "searchCounterexample": {"goal": "starve", "first": {"name": "cubic"}},
    "allowTabs": {"takes_tabs": True},
    "adoptOwner": {"owner_key": "x" * 40},
    "answerLabStep": {"answer": 1},
    "askForHelp": {"asks": True},
    "addWorkPart": {
        "run_id": "0" * 32,
        "claim": "c",
        "chunk_index": 0,
        "first_sample": 0,
        "sample_count": 1,
        "subjects": [{"subject": "flow", "index": 0, "metrics": ["cwnd_bytes"]}],
        "values": "eJwDAAAAAAE=",
        "phases": [
            {"flow_index": 0, "start_s": 0.0, "end_s": 1.0, "phase": "p", "reason": "r"},
        ],
        "events": [{"time_s": 1.0, "flow_index": 0, "kind": "k", "reason": "r", "value": 1.0}],
        "simulated_s": 1.0,
        "is_last": True,
    },
    "askWhatIf": {"alterations": [{"kind": "equal_rtts"}], "seed_count": 2},
    "beatRunWork": {"claim": "c", "simulated_s": 1.0},
    "beatWork": {"claim": "c"},
    "beginImport": {
        "core_version": "0.1.0+0",
        "behaviour_version": 1,
        "computed_by": "C",
        "check_ratio": 0.5,
    },
    "changeClass": {"name": "N", "revealed_step_ids": [], "sections": [], "is_locked": False},
    "changeStudent": {"alias": "Zoe", "section": None, "is_approved": True},
    "checkExperiment": {"experiment": EXPERIMENT},
    "checkScenario": {"scenario": SCENARIO},
    "claimWork": {"core_version": "0.1.0+0", "behaviour_version": 1},
    "compare": {"items": [{"run_ids": []}, {"run_ids": []}], "baseline_index": 0},
    "createClass": {"lab_id": LAB, "name": "N", "identifiers": [], "sections": []},
    "createExperiment": {"experiment": EXPERIMENT, "name": "N", "forked_from": None},
    "createLabDocument": {"copy_of": None, "draft": {}},
    "createRun": {"scenario": SCENARIO, "seed": 1, "name": "N", "queue": None},
    "createRuns": {"runs": [{"scenario": SCENARIO, "seed": 1, "name": "N", "queue": None}]},
    "createShare": {
        "kind": "runs",
        "run_ids": [],
        "items": [],
        "note": "",
        "view": "",
        "traces": [{"name": "T", "source": "ss", "offset_s": 0, "flows": []}],
    },
    "enterContest": {"sha256": "0" * 64, "title": "T"},
    "openContest": {
        "ends_at": "2100-01-01T00:00:00Z",
        "entries_per_student": 5,
        "scenario_count": 20,
        "kinds": ["codel"],
    },
    "enterLeague": {"sha256": "0" * 64, "author": "Ann"},
    "evaluate": {"algorithm": {"name": "cubic", "parameters": {"beta_ratio": 0.7}}},
    "extendExperiment": {"experiment": EXPERIMENT},
    "finishRunWork": {"run_id": "0" * 32, "claim": "c", "result": {}, "failed": "no memory"},
    "giveFeedback": {"text": "good", "points": 1},
    "goToLabStep": {"step_id": "home"},
    "limitOwner": {"reason": "r"},
    "guessGameRound": {"guess": "cubic"},
    "startClassTimer": {"step_id": "guess", "seconds": 60, "pauses_at_end": True},
    "chooseAnswers": {"step_id": "guess", "student_ids": [UNKNOWN_ID], "shown_count": 1},
    "joinAsTeacher": {"teacher_key": "x" * 40, "name": "N"},
    "addPartner": {"alias": "Zoe", "identifier": None},
    "joinClass": {"code": "X", "alias": "Zoe", "identifier": None, "section": None},
    "readSeeds": {"scenarios": [SCENARIO], "seeds": [1]},
    "recoverStudent": {"code": "X", "recovery_code": "Y"},
    "renameExperiment": {"name": "N"},
    "renameRun": {"name": "N"},
    "removeStudents": {"student_ids": [UNKNOWN_ID]},
    "renameStudent": {"alias": "Zoe"},
    "reportWork": {
        "claim": "c",
        "layouts": [
            {
                "names": ["a"],
                "units": [
                    {"cell_index": 0, "seed": 1, "summary_digest": "0" * 64, "values": [1.5]}
                ],
            }
        ],
        "cores": [{"cell_index": 0, "seed": 1, "core": {"fairness": {}, "links": [], "flows": []}}],
        "failed": [{"cell_index": 0, "seed": 1, "reason": "r"}],
        "ends": True,
    },
    "runLabStep": {"settings": {"bottleneck.rate_bps": 1}},
    "sendImportPart": {
        "layouts": [
            {
                "names": ["a"],
                "units": [
                    {"cell_index": 0, "seed": 1, "summary_digest": "0" * 64, "values": [1.5]}
                ],
            }
        ]
    },
    "takeSnapshot": {"step_id": "home", "title": "T"},
    "writeDrafts": {"drafts": [], "revision": 0},
    "storeModule": {
        "content_base64": "AGFzbQEAAAA=",
        "source_text": "x",
        "build_line": "cc",
        "licence": "MIT",
    },
    "writeLabDocument": {"draft": {}, "revision": 1},
}
"""A sound body for each operation that takes one. What is hostile stands in place of each field."""

NESTED = "[" * 900 + "]" * 900
HOSTILE_VALUES = {
    "deep list": NESTED,
    "list just deep enough for JSON": "[" * 300 + "]" * 300,
    "deep object": '{"a":' * 300 + "1" + "}" * 300,
    "digits": "9" * 4000,
    "more digits than Python reads": "9" * 100_000,
    "beyond a double": "1e400",
    "just within a double": "1.7976931348623157e308",
    "below a double": "1e-400",
    "beyond 64 bits": str(2**64),
    "text": json.dumps("x" * 900_000),
    "text of marks": json.dumps("\u0301" * 100_000),
    "list": f"[{','.join(['0'] * 400_000)}]",
    "list of objects": f"[{','.join(['{}'] * 250_000)}]",
    "object": json.dumps({f"a{number}": 0 for number in range(80_000)}),
}


WHOLE = {
    "brackets": b"[" * 1_000_000,
    "names without end": json.dumps({f"a{number}": 0 for number in range(80_000)}).encode(),
    "one of them twice": json.dumps({f"a{number}": 0 for number in range(80_000)}).encode()[:-1]
    + b',"a79999":0}',
    "wide and deep": b"[" * 900 + b'"\\u0041",' + b"1," * 450_000 + b"1" + b"]" * 900,
    "NaN": b"[" + b"NaN," * 200_000 + b"NaN]",
    "UTF-16": json.dumps({"name": "x"}).encode("utf-16"),
    "bytes": bytes(range(256)) * 1000,
    "ZIP": b"PK\x03\x04" + b"\0" * 1000,
}


class Place:
    """An operation, with ids of real objects in its path."""

    def __init__(self, method: str, path: str, operation: dict[str, Any]) -> None:
        self.method, self.path, self.id = method, path, operation["operationId"]
        self.takes_body = "requestBody" in operation


PLACES = [
    Place(method.upper(), path, operation)
    for path, operations in description()["paths"].items()
    for method, operation in operations.items()
    if method != "get"
]
WITH_BODY = [place for place in PLACES if place.takes_body]


def _limit_bytes(place: Place) -> int:
    bounds = Settings.model_fields
    name = (
        "max_scenario_bytes"
        if place.path in (*WITH_SCENARIOS, *WITH_RESULTS, *WITH_MODULES)
        else "max_body_bytes"
    )
    return int(bounds[name].default)


def _id(place: Any) -> str:
    return str(place.id) if isinstance(place, Place) else str(place)


class Target:
    """A process that is sent hostile bodies, and is looked at after each."""

    def __init__(
        self, served: Served, client: httpx.Client, ids: dict[str, str], token: str
    ) -> None:
        self.served, self.client, self.ids = served, client, ids
        self._headers = {"X-Lab-Owner": OWNER, "Authorization": f"Bearer {token}"}
        self._operator = {"Authorization": f"Bearer {OPERATOR_TOKEN}"}

    def send(self, place: Place, body: bytes, **headers: str) -> httpx.Response:
        """The answer, which is none of a broken server and was cheap."""
        path = place.path.format_map(self.ids)
        before_s = self.served.cpu_s()
        own = self._operator if path.startswith("/api/operator") else self._headers
        all_headers = {"Content-Type": "application/json", **own, **headers}
        response = self.client.request(place.method, path, content=body, headers=all_headers)
        assert response.status_code < 500, response.text
        assert self.served.cpu_s() - before_s < MOST_CPU_S
        # A lab that is written is answered as it was stored.
        assert len(response.content) < len(body) + MOST_ANSWER_BYTES
        return response


@pytest.fixture(scope="module")
def target(migrated_url: str, valkey: ValkeyServer) -> Iterator[Target]:
    with empty_lab(migrated_url, valkey) as settings:
        unlimited: dict[str, Any] = {"operator_token": OPERATOR_TOKEN}
        unlimited |= {name: 10**6 for name in type(settings).model_fields if "_per_minute_" in name}
        with (
            serving_process(settings.model_copy(update=unlimited)) as served,
            checked_client(served.url) as client,
        ):
            yield Target(served, client, _objects(client), _token(settings))


def _token(settings: Settings) -> str:
    """Of a worker elsewhere: without one its operations look at no body."""
    context = build_context(settings, application_name="test")
    try:
        return make_token(context)
    finally:
        context.close()


def _objects(client: httpx.Client) -> dict[str, str]:
    def make(path: str, body: Any = None) -> Any:
        response = client.post(path, json=body, headers={"X-Lab-Owner": OWNER})
        assert response.status_code == 201, response.text
        return response.json()

    made = make("/api/classes", {"lab_id": LAB, "name": "N"})["classroom"]
    attempt = make(f"/api/labs/{LAB}/attempts")
    document = make("/api/lab-documents", {})
    return {
        "attempt_id": attempt["id"],
        "batch_id": UNKNOWN_ID,
        "import_id": UNKNOWN_ID,
        "class_id": made["id"],
        "document_id": document["id"],
        "experiment_id": make("/api/experiments", {"experiment": EXPERIMENT})["id"],
        "lab_id": LAB,
        "owner": "0" * 64,
        "position": "1",
        "round": "0",
        "run_id": make("/api/runs", {"scenario": SCENARIO})["id"],
        "sha256": "0" * 64,
        "search_id": UNKNOWN_ID,
        "share_id": UNKNOWN_ID,
        "snapshot_id": UNKNOWN_ID,
        "entry_id": UNKNOWN_ID,
        "step_id": attempt["lab"]["steps"][0]["id"],
        "student_id": UNKNOWN_ID,
        "teacher_id": UNKNOWN_ID,
    }


@pytest.fixture(autouse=True)
def stays_small(target: Target) -> Iterator[None]:
    yield
    assert target.served.memory_bytes() < MOST_MEMORY_BYTES


def test_every_operation_that_takes_a_body_is_here() -> None:
    """A new one needs a line in `BODIES`: a file that is uploaded, and is no JSON, needs more."""
    assert {place.id for place in WITH_BODY} == set(BODIES)
    for operations in description()["paths"].values():
        for operation in operations.values():
            content = operation.get("requestBody", {}).get("content", {"application/json": None})
            assert set(content) == {"application/json"}, operation["operationId"]


@pytest.mark.parametrize("place", PLACES, ids=_id)
def test_too_many_bytes_are_not_read(target: Target, place: Place) -> None:
    """More are announced than come: the answer waits for none of them."""
    path = place.path.format_map(target.ids)
    head = f"{place.method} {path} HTTP/1.1\r\nHost: localhost\r\n"
    answer = target.served.send(f"{head}Content-Length: {10**12}\r\n\r\n".encode(), b"{")
    assert answer.status == 413
    assert answer.problem_type() == "/api/problems/body-too-large"


@pytest.mark.parametrize("place", PLACES, ids=_id)
def test_bytes_without_end_are_cut_off(target: Target, place: Place) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(_limit_bytes(place) // 65_536 + 1):
            yield b" " * 65_536

    path = place.path.format_map(target.ids)
    headers = {"Content-Type": "application/json", "X-Lab-Owner": OWNER}
    response = target.client.request(place.method, path, content=chunks(), headers=headers)
    assert response.status_code == 413


@pytest.mark.parametrize("place", PLACES, ids=_id)
def test_nothing_is_decompressed(target: Target, place: Place) -> None:
    """A hundred megabytes in a tenth of one: refused by the coding's name, whatever it holds."""
    for coding in ("gzip", "br", "zstd", "deflate, gzip"):
        response = target.send(place, BOMB, **{"Content-Encoding": coding})
        assert response.status_code == 415
        assert response.json()["type"] == "/api/problems/coding-refused"
        assert response.headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize("body", WHOLE.values(), ids=WHOLE)
def test_a_body_that_is_nothing_else(target: Target, body: bytes) -> None:
    """It is refused before any operation sees it, so that one of them stands for all."""
    [place] = [place for place in WITH_BODY if place.id == "checkScenario"]
    assert target.send(place, body).status_code == 422


@pytest.mark.parametrize("place", WITH_BODY, ids=_id)
def test_something_hostile_in_each_field(target: Target, place: Place) -> None:
    for name in BODIES[place.id]:
        for value in HOSTILE_VALUES.values():
            marked = json.dumps({**BODIES[place.id], name: MARK})
            target.send(place, marked.replace(f'"{MARK}"', value).encode())


def test_larger_bodies_are_taken_where_scenarios_are() -> None:
    """Delivery traces are the reason: where none can stand, a body is as small as any other."""
    of_traces = {
        place.path
        for place in WITH_BODY
        if "{" not in place.path and "DeliveryTrace" in _schemas_of(place)
    }
    assert of_traces == set(WITH_SCENARIOS)


def _schemas_of(place: Place) -> set[str]:
    """The names of all that its body may hold."""
    whole = description()
    found: set[str] = set()
    waiting = [json.dumps(whole["paths"][place.path][place.method.lower()]["requestBody"])]
    while waiting:
        names = set(re.findall(r'"#/components/schemas/([^"]+)"', waiting.pop())) - found
        found |= names
        waiting += [json.dumps(whole["components"]["schemas"][name]) for name in names]
    return found


LARGE_VALUES = {
    "times": f"[{','.join(['0'] * 2_000_000)}]",
    "objects": f"[{','.join(['{}'] * 1_320_000)}]",
    "texts": f"[{','.join([json.dumps('x')] * 990_000)}]",
    "names": json.dumps({f"a{number}": 0 for number in range(290_000)}),
    "text": json.dumps("x" * 3_900_000),
}


@pytest.mark.parametrize("value", LARGE_VALUES.values(), ids=LARGE_VALUES)
@pytest.mark.parametrize(
    "place", [place for place in WITH_BODY if place.path in WITH_SCENARIOS], ids=_id
)
def test_something_large_in_a_scenario(target: Target, place: Place, value: str) -> None:
    """Instead of a trace; of the flows and of the scenario itself, one operation stands for all."""
    sound = json.dumps(BODIES[place.id])
    scenario = json.dumps(SCENARIO)
    wrong = (
        {**SCENARIO, "bottleneck": {"trace": {"opportunities_ms": MARK}}},
        {**SCENARIO, "flows": MARK},
        MARK,
    )
    assert scenario in sound
    for each in wrong if place.id == "checkScenario" else wrong[:1]:
        marked = sound.replace(scenario, json.dumps(each), 1)
        assert target.send(place, marked.replace(f'"{MARK}"', value).encode()).status_code == 422


@pytest.mark.parametrize("value", HOSTILE_VALUES.values(), ids=HOSTILE_VALUES)
def test_something_hostile_deep_in_a_trace(target: Target, value: str) -> None:
    """Its columns are the longest lists that the lab takes."""
    [place] = [place for place in WITH_BODY if place.id == "createShare"]
    flow = {"label": "L", "columns": {"time_s": MARK, "rtt_s": MARK}}
    for wrong in ({"flows": [flow]}, {"flows": [{**flow, "label": MARK, "columns": MARK}]}):
        body = {"run_ids": [UNKNOWN_ID], "traces": [{"name": "T", "source": "ss", **wrong}]}
        sent = json.dumps(body).replace(f'"{MARK}"', value, 1).replace(f'"{MARK}"', "[1]")
        assert target.send(place, sent.encode()).status_code == 422


@pytest.mark.parametrize("place", WITH_BODY, ids=_id)
def test_a_sound_body_with_unknown_fields(target: Target, place: Place) -> None:
    """Each of ten thousands is wrong; the answer does not list all of them."""
    unknown = {f"unknown{number}": number for number in range(20_000)}
    inner = {
        name: {**value, **unknown} if isinstance(value, dict) else value
        for name, value in BODIES[place.id].items()
    }
    response = target.send(place, json.dumps({**inner, **unknown}).encode())
    assert response.status_code == 422
    assert 1 <= len(response.json()["errors"]) <= 2 * MOST_PROBLEMS
