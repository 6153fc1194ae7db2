"""Every limit is that of its setting, is counted by itself, and says when to come back."""

from typing import Any, Final

import httpx
import pytest

from lab.settings import Settings
from tests.support.classes import LAB, Lesson
from tests.support.scenarios import scenario
from tests.support.server import connected

UNKNOWN_ID: Final = "01990000-0000-7000-8000-000000000000"
ALICE: Final = {"X-Lab-Owner": "alice-" + "a" * 26}
BOB: Final = {"X-Lab-Owner": "bob-" + "b" * 28}
COMPARED: Final = {"items": [{"run_ids": [UNKNOWN_ID]}, {"run_ids": [UNKNOWN_ID]}]}
PER_ADDRESS: Final = "class_wrong_codes_per_minute_per_address"
PER_DEVICE: Final = "class_wrong_codes_per_minute_per_device"
PARTS_OF_OWNER: Final = "import_parts_per_minute_per_owner"
RUN_SECONDS: Final = {
    "run_seconds_per_minute_per_address",
    "run_seconds_per_minute_per_owner",
}
SCENARIO: Final = {"scenario": scenario(1.0)}
MODULE: Final = {"content_base64": "AGFzbQEAAAA="}
PART: Final = {"layouts": [{"names": [], "units": []}]}
PARTS: Final = f"/api/experiments/{UNKNOWN_ID}/imports/{UNKNOWN_ID}/parts"
EXPERIMENT: Final = {"experiment": {"base": scenario(1.0), "replications": {"count": 1}}}

Request = tuple[str, str, dict[str, Any] | None]

BY_ADDRESS: list[tuple[str, Request]] = [
    ("runs_per_minute_per_address", ("POST", "/api/runs", SCENARIO)),
    ("experiments_per_minute_per_address", ("POST", "/api/experiments", EXPERIMENT)),
    ("experiment_checks_per_minute_per_address", ("POST", "/api/experiments/check", EXPERIMENT)),
    ("draft_writes_per_minute_per_address", ("PUT", "/api/drafts", {"revision": 0, "drafts": []})),
    ("shares_per_minute_per_address", ("POST", "/api/shares", {"run_ids": [UNKNOWN_ID]})),
    ("comparisons_per_minute_per_address", ("POST", "/api/comparisons", COMPARED)),
    ("exports_per_minute_per_address", ("GET", f"/api/runs/{UNKNOWN_ID}/export/csv", None)),
    ("exports_per_minute_per_address", ("GET", f"/api/experiments/{UNKNOWN_ID}/export/zip", None)),
    ("exports_per_minute_per_address", ("GET", f"/api/experiments/{UNKNOWN_ID}/table.csv", None)),
    ("exports_per_minute_per_address", ("GET", f"/api/classes/{UNKNOWN_ID}/evidence.zip", None)),
    ("scenario_checks_per_minute_per_address", ("POST", "/api/scenarios/check", SCENARIO)),
    ("classes_per_minute_per_address", ("POST", "/api/classes", {"lab_id": LAB, "name": "N"})),
    ("class_joins_per_minute_per_address", ("POST", "/api/class-joins", {"code": "NO-1234"})),
    ("draft_writes_per_minute_per_address", ("POST", "/api/lab-documents", {})),
    ("draft_writes_per_minute_per_address", ("POST", "/api/algorithms/modules", MODULE)),
    ("import_parts_per_minute_per_address", ("POST", PARTS, PART)),
]
WRONG_CODES: list[Request] = [
    ("GET", "/api/class-codes/NOBODY-1234", None),
    ("POST", "/api/class-joins", {"code": "NOBODY-1234"}),
    ("POST", "/api/class-recoveries", {"code": "NO-1234", "recovery_code": "X"}),
]
BY_OWNER: list[tuple[str, Request]] = [
    ("runs_per_minute_per_owner", ("POST", "/api/runs", SCENARIO)),
    ("experiments_per_minute_per_owner", ("POST", "/api/experiments", EXPERIMENT)),
]


def _ask(client: httpx.Client, request: Request, headers: dict[str, str]) -> httpx.Response:
    method, path, body = request
    return client.request(method, path, json=body, headers=headers)


@pytest.mark.parametrize(("setting", "request_"), BY_ADDRESS)
def test_an_address_is_refused_beyond_its_limit(
    settings: Settings, setting: str, request_: Request
) -> None:
    with connected(settings.model_copy(update={setting: 2})) as client:
        answers = [_ask(client, request_, headers) for headers in (ALICE, BOB, ALICE)]
        # Each kind of request is counted by itself.
        other = client.get("/api/runs", headers=ALICE)
    assert [answer.status_code == 429 for answer in answers] == [False, False, True]
    assert answers[2].headers["Retry-After"] == "10"
    assert "Try again in 10 seconds" in answers[2].json()["detail"]
    assert other.status_code == 200


@pytest.mark.parametrize("request_", WRONG_CODES)
def test_wrong_codes_are_counted_by_device(settings: Settings, request_: Request) -> None:
    with connected(settings.model_copy(update={PER_DEVICE: 1})) as client:
        lesson = Lesson(client)
        asked = [_ask(client, request_, headers) for headers in (ALICE, ALICE, BOB)]
        right = [
            client.get(f"/api/class-codes/{lesson.code}", headers=headers)
            for headers in (ALICE, BOB)
        ]
    assert [answer.status_code for answer in asked] == [404, 429, 404]
    assert [answer.status_code for answer in right] == [429, 429], "both have guessed"


def test_wrong_codes_without_a_key_do_not_count_for_owners(settings: Settings) -> None:
    with connected(settings.model_copy(update={PER_DEVICE: 1})) as client:
        lesson = Lesson(client)
        guesses = [_ask(client, WRONG_CODES[0], {}).status_code for _ in range(3)]
        joined = lesson.try_joining("ann").status_code
    assert (guesses, joined) == ([404, 429, 429], 201)


def test_beyond_the_limit_of_an_address_what_is_right_goes_through(settings: Settings) -> None:
    with connected(settings.model_copy(update={PER_ADDRESS: 2})) as client:
        lesson = Lesson(client)
        guesses = [
            _ask(client, WRONG_CODES[1], {"X-Lab-Owner": f"{number:032}"}) for number in range(4)
        ]
        joined = lesson.try_joining("ann").status_code
    assert [answer.status_code for answer in guesses] == [404, 404, 429, 429]
    assert guesses[2].headers["Retry-After"] == "10"
    assert joined == 201


@pytest.mark.parametrize(("method", "part"), [("POST", "teachers"), ("GET", "wall")])
def test_an_address_is_refused_that_guesses_keys(
    settings: Settings, method: str, part: str
) -> None:
    with connected(settings.model_copy(update={PER_ADDRESS: 2})) as client:
        lesson = Lesson(client)
        wrong = {"teacher_key": "A" * 22, "name": "Eve"} if method == "POST" else None
        address = f"{lesson.address}/{part}"
        answers = [
            client.request(method, address, json=wrong, headers={**owner, "X-Lab-Wall": "A" * 22})
            for owner in (ALICE, BOB, ALICE)
        ]
    assert [answer.status_code for answer in answers] == [403, 403, 429]


def test_every_limit_of_the_settings_is_asked_for() -> None:
    limits = {name for name in Settings.model_fields if "_per_minute_" in name}
    asked = {setting for setting, _ in (*BY_ADDRESS, *BY_OWNER)}
    # In tests/backend/classes/test_many_at_once.py and tests/worker/runs/test_turns.py.
    elsewhere = {"runs_per_minute_per_class", PER_DEVICE, PER_ADDRESS, *RUN_SECONDS, PARTS_OF_OWNER}
    assert limits - asked == elsewhere


def test_processes_count_together(settings: Settings) -> None:
    limited = settings.model_copy(update={"runs_per_minute_per_address": 2})
    with connected(limited) as one, connected(limited) as other:
        asked = [client.post("/api/runs", json=SCENARIO) for client in (one, other, one, other)]
    assert [answer.status_code for answer in asked] == [201, 201, 429, 429]


@pytest.mark.parametrize(("setting", "request_"), BY_OWNER)
def test_an_owner_is_refused_beyond_its_limit_and_others_are_not(
    settings: Settings, setting: str, request_: Request
) -> None:
    with connected(settings.model_copy(update={setting: 1})) as client:
        answers = [_ask(client, request_, headers) for headers in (ALICE, ALICE, BOB, {}, {})]
    assert [answer.status_code for answer in answers] == [201, 429, 201, 201, 201]


def test_parts_of_an_import_are_counted_by_owner(settings: Settings) -> None:
    with connected(settings.model_copy(update={PARTS_OF_OWNER: 1})) as client:
        answers = [client.post(PARTS, json=PART, headers=each) for each in (ALICE, ALICE, BOB)]
    assert [answer.status_code for answer in answers] == [404, 429, 404]


def test_all_kinds_of_files_are_counted_together(settings: Settings) -> None:
    with connected(settings.model_copy(update={"exports_per_minute_per_address": 2})) as client:
        paths = [f"runs/{UNKNOWN_ID}/export/zip", f"experiments/{UNKNOWN_ID}/table.csv"]
        first = [client.get(f"/api/{path}").status_code for path in paths]
        third = client.get(f"/api/experiments/{UNKNOWN_ID}/export/zip").status_code
    assert (first, third) == ([404, 404], 429)
