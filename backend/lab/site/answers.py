"""Answers that are the same in every lab, asked of the service itself in this process."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any, Final

from starlette.types import ASGIApp, Message

from lab.app import build_api

FIXED_PATHS: Final = (
    "/api/algorithms",
    "/api/algorithms/not-public",
    "/api/health",
    "/api/kernel",
    "/api/labs",
    "/api/opening",
    "/api/papers",
    "/api/presets",
    "/api/problems",
    "/api/schema/experiment",
    "/api/schema/scenario",
)
"""Nothing of them is stored, so they need no database."""
PRESETS: Final = "/api/presets"
OK: Final = 200


def fixed_answers() -> Iterator[tuple[str, bytes]]:
    """Paths below /api and what the service answers, as it answers. Raises RuntimeError if it
    refuses one.
    """
    app = build_api()
    for path in FIXED_PATHS:
        content = _get(app, path)
        yield path, content
        if path == PRESETS:
            for preset in json.loads(content):
                own = f"{PRESETS}/{preset['id']}"
                yield own, _get(app, own)


def _get(app: ASGIApp, path: str) -> bytes:
    status, body = asyncio.run(_ask(app, path))
    if status != OK:
        raise RuntimeError(f"GET {path} was answered with {status}: {body[:200]!r}")
    return body


async def _ask(app: ASGIApp, path: str) -> tuple[int, bytes]:
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        messages.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [],
        "client": None,
        "server": None,
    }
    await app(scope, receive, send)
    return messages[0]["status"], b"".join(message.get("body", b"") for message in messages)
