"""The API in a thread of the test, behind a real socket."""

import re
import socket
import ssl
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import httpx
import uvicorn

from lab.app import build_api, create_app
from lab.errors import PROBLEM_TYPES
from lab.kit.problem import PROBLEM_MEDIA_TYPE, problem_type
from lab.settings import Settings
from tests.support.processes import PATIENCE_S, wait_until
from tools.paths import PROJECT_ROOT

SIGNS_OF_A_PLACE = (str(PROJECT_ROOT), sys.prefix, "/site-packages/", "Traceback (most recent call")
_KNOWN_TYPES = {problem_type(kind.slug) for kind in PROBLEM_TYPES}


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """Serve the API on a free port; gives its address."""
    config = uvicorn.Config(
        create_app(settings), log_config=None, timeout_graceful_shutdown=1, access_log=False
    )
    server = uvicorn.Server(config)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            wait_until(lambda: server.started or not thread.is_alive())
            assert server.started, "the API did not start"
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def connected(settings: Settings) -> Iterator[httpx.Client]:
    """A client of an API of its own. Every problem must be one that its operation lists."""
    with serving(settings) as url, checked_client(url) as client:
        yield client


@contextmanager
def checked_client(url: str) -> Iterator[httpx.Client]:
    """A client that fails for a problem which its operation does not list, for a cookie, and for
    what says where the service lies.
    """
    with client_of(url) as client:
        client.event_hooks = {
            "response": [
                require_listed_problem,
                require_nothing_for_others,
                require_no_place_of_this_machine,
            ]
        }
        yield client


def client_of(url: httpx.URL | str) -> httpx.Client:
    """A client that waits long, without certificates: they take longer to load than most tests."""
    plain = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx.Client(base_url=url, timeout=PATIENCE_S, verify=plain)


def require_nothing_for_others(response: httpx.Response) -> None:
    """Fails for what lets the pages of others act with what a browser has of the lab."""
    found = {
        name
        for name in response.headers
        if name == "set-cookie" or name.startswith("access-control-")
    }
    assert found == set(), f"{response.request.method} {response.request.url.path}"


def require_no_place_of_this_machine(response: httpx.Response) -> None:
    """Fails for JSON with a path of our files or packages, or with lines of a program."""
    media_type = response.headers.get("Content-Type", "").partition(";")[0]
    if media_type not in {"application/json", PROBLEM_MEDIA_TYPE}:
        return
    response.read()
    found = [sign for sign in SIGNS_OF_A_PLACE if sign in response.text]
    assert found == [], f"{response.request.method} {response.request.url.path}"


def require_listed_problem(response: httpx.Response) -> None:
    """Fails for a problem whose type OpenAPI does not list for the operation and its status."""
    is_problem = response.headers.get("Content-Type") == PROBLEM_MEDIA_TYPE
    if not is_problem or response.request.method == "HEAD":
        return
    response.read()
    kind = response.json()["type"]
    listed = _listed_types(response.request)
    assert kind in _KNOWN_TYPES, f"{kind} is no kind of problem that the lab knows"
    if listed is not None:
        assert kind in listed.get(str(response.status_code), []), (
            f"{response.request.method} {response.request.url.path} answered {kind}, "
            "which its operation does not list: add it to @refuses"
        )


def _listed_types(request: httpx.Request) -> dict[str, list[str]] | None:
    """The types that an operation lists, by status; None for a path that no operation has."""
    for pattern, method, types in _operations():
        if method == request.method.lower() and pattern.fullmatch(request.url.path):
            return types
    return None


@cache
def description() -> dict[str, Any]:
    """The OpenAPI description; making it takes a second."""
    return build_api().openapi()


@cache
def _operations() -> list[tuple[re.Pattern[str], str, dict[str, list[str]]]]:
    return [
        (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), method, listed_problems(operation))
        for path, operations in description()["paths"].items()
        for method, operation in operations.items()
    ]


def listed_problems(operation: dict[str, Any]) -> dict[str, list[str]]:
    """Of each status the types that an operation of the OpenAPI description lists."""
    shared = description()["components"]["responses"]
    found = {}
    for status, response in operation["responses"].items():
        if "$ref" in response:
            content = shared[response["$ref"].rpartition("/")[2]]["content"]
            named = content[PROBLEM_MEDIA_TYPE]["schema"]["allOf"][1]
            found[status] = named["properties"]["type"]["enum"]
    return found
