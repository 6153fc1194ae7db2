"""Which hosts and pages the lab answers to."""

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lab.kit.origin_guard import OriginGuardMiddleware
from tests.support.scenarios import scenario


def _answer(_request: Request) -> Response:
    return PlainTextResponse("reached")


async def _status(
    headers: dict[str, str], *, method: str = "GET", allowed: tuple[str, ...] = ()
) -> int:
    app = Starlette(routes=[Route("/", _answer, methods=["GET", "POST"])])
    app.add_middleware(OriginGuardMiddleware, allowed_hosts=allowed)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url="http://127.0.0.1"
    ) as client:
        return (await client.request(method, "/", headers=headers)).status_code


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("host", "allowed", "status"),
    [
        ("localhost:8000", (), 200),
        ("LOCALHOST", (), 200),
        ("192.168.1.7:8000", (), 200),
        ("[::1]:8000", (), 200),
        ("evil.example", (), 421),
        ("127.0.0.1.evil.example", (), 421),
        ("localhost.evil.example:8000", (), 421),
        ("a@localhost:b", (), 421),
        ("lab.example.org", ("lab.example.org",), 200),
        ("lab.example.org.", ("lab.example.org",), 200),
        ("example.org", ("*.example.org",), 421),
        ("a.b.example.org", ("*.example.org",), 200),
        ("evilexample.org", ("*.example.org",), 421),
        ("anything.example", ("*",), 200),
    ],
)
async def test_host(host: str, allowed: tuple[str, ...], status: int) -> None:
    assert await _status({"Host": host}, allowed=allowed) == status


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://127.0.0.1"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:9999"}, 403),
    ],
)
async def test_page_that_asks_for_a_change(headers: dict[str, str], status: int) -> None:
    host = {"Host": "127.0.0.1"}
    assert await _status({**host, **headers}, method="POST") == status
    assert await _status({**host, **headers}) == 200, "reading is not a change"


def test_a_foreign_host_is_in_no_page_of_a_link(client: httpx.Client) -> None:
    answer = client.get("/s/whatever", headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert answer.json()["type"] == "/api/problems/host-unknown"
    assert "og:url" not in answer.text


def test_a_foreign_page_cancels_nothing(client: httpx.Client) -> None:
    run = client.post("/api/runs", json={"scenario": scenario()}).json()
    answer = client.post(
        f"/api/runs/{run['id']}/cancel", headers={"Origin": "https://evil.example"}
    )
    assert answer.status_code == 403
    assert answer.json()["type"] == "/api/problems/foreign-origin"
    assert client.get(f"/api/runs/{run['id']}").json()["status"] != "cancelled"


@pytest.mark.parametrize("path", ["/api/runs", "/api/owner", "/api/owner/adopt", "/api/shared"])
def test_a_foreign_page_gets_no_leave_to_send_keys(client: httpx.Client, path: str) -> None:
    """A browser asks first where a header is one of the lab's; `client` looks at each answer."""
    asked = {
        "Origin": "https://evil.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-lab-owner, content-type",
    }
    assert not client.options(path, headers=asked).is_success
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}):
        answer = client.get(path, headers=headers)
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("body", [None, {"scenario": scenario()}], ids=["no body", "body"])
def test_a_foreign_page_makes_no_run(client: httpx.Client, body: dict[str, object] | None) -> None:
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null", "Content-Type": "text/plain"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        answer = client.post("/api/runs", json=body, headers=headers)
        assert answer.status_code == 403
        assert answer.json()["type"] == "/api/problems/foreign-origin"
