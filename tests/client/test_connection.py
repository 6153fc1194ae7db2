"""Tries, refusals and time-outs, with a transport that answers as a server may."""

from collections.abc import Callable, Iterator

import httpx
import pytest

from fairtt_lab import (
    ConflictError,
    InvalidInputError,
    Lab,
    NotFoundError,
    ServerUnavailableError,
    TooManyRequestsError,
)
from fairtt_lab.generated.models import Scenario
from fairtt_lab.server import connection

SITE = "http://lab.example"
KEY = "k" * 32
Answers = Callable[..., Lab]
Step = httpx.Response | Exception


class Script(httpx.BaseTransport):
    """Gives answers one after another, and keeps what was asked."""

    def __init__(self, *steps: Step) -> None:
        self.steps: Iterator[Step] = iter(steps)
        self.asked: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        step = next(self.steps)
        if isinstance(step, Exception):
            raise step
        return step


def _problem(status: int, headers: dict[str, str] | None = None) -> httpx.Response:
    item = {"path": "seed", "pointer": "/seed", "message": "seed is -1", "value": -1, "bound": 0}
    body = {"title": "No", "status": status, "detail": "No.", "request_id": "r1", "errors": [item]}
    return httpx.Response(status, json=body, headers=headers)


def _lab(script: Script, patience_s: float = 10.0) -> Lab:
    return Lab(SITE, KEY, transport=script, patience_s=patience_s)


@pytest.fixture
def algorithms() -> httpx.Response:
    """An answer to a question that only reads."""
    return httpx.Response(200, json=[])


def test_owner_key_goes_along_and_is_never_shown(algorithms: httpx.Response) -> None:
    script = Script(algorithms)
    lab = _lab(script)
    assert lab.algorithms() == []
    assert script.asked[0].headers["X-Lab-Owner"] == KEY
    assert KEY not in repr(lab)
    with pytest.raises(InvalidInputError) as refused:
        Lab(SITE, "short secret")
    assert "short secret" not in str(refused.value)


def test_rate_limit_is_waited_for_as_long_as_the_server_says(fight: Scenario) -> None:
    script = Script(_problem(429, {"Retry-After": "0"}), _problem(409))
    with pytest.raises(ConflictError):
        _lab(script).run(fight)
    assert len(script.asked) == 2


def test_rate_limit_beyond_the_patience_is_reported(fight: Scenario) -> None:
    script = Script(_problem(429, {"Retry-After": "60"}))
    with pytest.raises(TooManyRequestsError) as refused:
        _lab(script).run(fight)
    assert refused.value.retry_after_s == 60


@pytest.mark.parametrize(
    "step", [httpx.Response(503), httpx.ReadTimeout("lost"), httpx.RemoteProtocolError("cut")]
)
def test_lost_answer_is_asked_for_again_only_where_that_does_no_harm(
    step: Step, algorithms: httpx.Response, fight: Scenario
) -> None:
    reading = Script(step, algorithms)
    assert _lab(reading).algorithms() == []
    changing = Script(step, algorithms)
    with pytest.raises(ServerUnavailableError) as lost:
        _lab(changing).share([], title="No")
    assert (len(changing.asked), lost.value.may_have_acted) == (1, True)
    once = Script(step, _problem(409))
    with pytest.raises(ConflictError):
        _lab(once).run(fight)
    first, again = (request.headers["Idempotency-Key"] for request in once.asked)
    assert first == again


def test_connection_that_did_not_come_about_is_tried_again(fight: Scenario) -> None:
    script = Script(httpx.ConnectError("refused"), _problem(422))
    with pytest.raises(InvalidInputError):
        _lab(script).run(fight)
    with pytest.raises(ServerUnavailableError, match=r"http://lab\.example does not answer"):
        _lab(Script(*[httpx.ConnectError("refused")] * 50), patience_s=0.5).run(fight)


class Clock:
    """Passes only while the client sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s = 0.0
        monkeypatch.setattr(connection.time, "monotonic", lambda: self.now_s)
        monkeypatch.setattr(connection.time, "sleep", self._sleep)

    def _sleep(self, seconds: float) -> None:
        self.now_s += seconds


def test_a_server_that_never_answered_is_given_up_soon_and_one_that_did_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, algorithms: httpx.Response
) -> None:
    clock = Clock(monkeypatch)
    away = [httpx.ConnectError("refused")] * 1000
    with pytest.raises(ServerUnavailableError, match="does not answer"):
        _lab(Script(*away), patience_s=120).algorithms()
    assert clock.now_s <= 3
    began_s = clock.now_s
    lab = _lab(Script(algorithms, *away), patience_s=120)
    assert lab.algorithms() == []
    with pytest.raises(ServerUnavailableError, match="does not answer"):
        lab.algorithms()
    assert 100 < clock.now_s - began_s <= 120


def test_problem_becomes_an_exception_with_its_fields() -> None:
    with pytest.raises(InvalidInputError, match=r"No\.") as refused:
        _lab(Script(_problem(422))).algorithms()
    error = refused.value
    assert (error.field, error.value, error.bound, error.status) == ("seed", -1, 0, 422)
    assert error.request_id == "r1"


def test_server_of_something_else_is_recognised() -> None:
    page = httpx.Response(200, text="<!doctype html>")
    with pytest.raises(ServerUnavailableError, match="is not a FaiRTT Lab"):
        _lab(Script(page)).algorithms()
    with pytest.raises(ServerUnavailableError, match="is no AlgorithmInfo that this client knows"):
        _lab(Script(httpx.Response(200, json=[{}]))).algorithms()
    gone = httpx.Response(404, text="nothing")
    with pytest.raises(NotFoundError, match="answers 404"):
        _lab(Script(gone)).algorithms()


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://lab.example", ""])
def test_address_must_be_one(url: str) -> None:
    with pytest.raises(InvalidInputError, match="must be like http"):
        Lab(url)


def test_link_to_another_server_is_refused_without_its_token() -> None:
    token = "t" * 22
    with pytest.raises(InvalidInputError, match=r"Lab\('http://other\.example'\)") as refused:
        _lab(Script()).open(f"http://other.example/s/{token}")
    assert token not in str(refused.value)
