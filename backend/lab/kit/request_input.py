"""Requests before anything reads them: sound addresses, bounded bodies, unambiguous JSON."""

import asyncio
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.errors import BodyTooLarge, CodingRefused, InvalidInput, LabError, RequestTooSlow
from lab.kit.origin_guard import SAFE_METHODS
from lab.kit.problem import ProblemItem
from lab.kit.problem_response import problem_response
from lab_model.strict_json import RefusedJsonError, json_pointer, parse_strict_json

# A megabyte at 140 kbit/s: slower than any network on which pages load.
BODY_TIMEOUT_S: Final = 60.0
PLAIN: Final = "identity"


class RequestInputMiddleware:
    """Answers 413 instead of reading more than `max_body_bytes`, or what `max_bytes_of_paths` says
    of a path, also when the length was not announced, 408 for a body that takes longer than
    `body_timeout_s`, 415 for a compressed one, and 422 for NUL in an address and for JSON that
    `parse_strict_json` refuses.
    """

    def __init__(
        self,
        app: ASGIApp,
        max_body_bytes: int,
        max_bytes_of_paths: Mapping[str, int] = MappingProxyType({}),
        body_timeout_s: float = BODY_TIMEOUT_S,
    ) -> None:
        self.app = app
        self.max_body_bytes = max_body_bytes
        self.max_bytes_of_paths = max_bytes_of_paths
        self.body_timeout_s = body_timeout_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            _require_sound_address(scope)
            if scope["method"] not in SAFE_METHODS:
                receive = await self._checked(scope, receive)
        except LabError as error:
            await problem_response(error.problem(), error.headers)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def _checked(self, scope: Scope, receive: Receive) -> Receive:
        """The same body once more, if it is as it must be."""
        headers = Headers(scope=scope)
        most_bytes = self.max_bytes_of_paths.get(scope["path"], self.max_body_bytes)
        if _announced_length_bytes(headers) > most_bytes:
            raise _too_large(most_bytes)
        if headers.get("content-encoding", PLAIN).strip().lower() != PLAIN:
            # A thousandth of the limit could unpack to all of it.
            raise CodingRefused(
                "A request body must not be compressed: leave out Content-Encoding.",
                headers={"Accept-Encoding": PLAIN},
            )
        messages = await self._read_in_time(receive, most_bytes)
        if _is_json(headers):
            _require_sound_json(messages)
        return _again(messages, receive)

    async def _read_in_time(self, receive: Receive, most_bytes: int) -> list[Message]:
        try:
            async with asyncio.timeout(self.body_timeout_s):
                return await _read(receive, most_bytes)
        except TimeoutError:
            raise RequestTooSlow(
                f"The body did not arrive within {self.body_timeout_s:g} s. Send it again.",
                headers={"Connection": "close"},
            ) from None


async def _read(receive: Receive, most_bytes: int) -> list[Message]:
    """The messages of the whole body, or up to a client that went away."""
    messages: list[Message] = []
    received_bytes = 0
    while True:
        message = await receive()
        messages.append(message)
        received_bytes += len(message.get("body", b""))
        if received_bytes > most_bytes:
            raise _too_large(most_bytes)
        if not message.get("more_body", False):
            return messages


def _too_large(most_bytes: int) -> BodyTooLarge:
    return BodyTooLarge(f"A request body may have at most {most_bytes} bytes here.")


def _announced_length_bytes(headers: Headers) -> int:
    text = headers.get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() else 0


def _is_json(headers: Headers) -> bool:
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    return media_type == "application/json" or media_type.endswith("+json")


def _require_sound_address(scope: Scope) -> None:
    # No text of the database can hold it, so nothing can be found under it.
    message = "An address may not contain the NUL character (%00)."
    if "\0" in scope["path"]:
        raise InvalidInput(message)
    if b"%00" in scope["query_string"]:
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        names = [name for name, value in query if "\0" in name + value]
        raise InvalidInput(
            message,
            errors=[ProblemItem(path=name, pointer="", message=message) for name in names],
        )


def _require_sound_json(messages: Sequence[Message]) -> None:
    body = b"".join(message.get("body", b"") for message in messages)
    if not body:
        return
    try:
        parse_strict_json(body)
    except RefusedJsonError as error:
        message = f"The body {error}."
        place = ProblemItem(
            path=".".join(error.path), pointer=json_pointer(error.path), message=message
        )
        raise InvalidInput(message, errors=[place] if error.path else []) from None


def _again(messages: Sequence[Message], receive: Receive) -> Receive:
    """The bytes that were read ahead, and then the rest."""
    waiting = iter(messages)

    async def receive_again() -> Message:
        return next(waiting, None) or await receive()

    return receive_again
