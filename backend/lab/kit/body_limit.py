"""Refuse request bodies that are too large, also when their length was not announced."""

from fastapi import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.errors import BodyTooLarge
from lab.kit.problem import problem_response


class BodyLimitMiddleware:
    """Answers 413 instead of reading more than `max_body_bytes`."""

    def __init__(self, app: ASGIApp, max_body_bytes: int) -> None:
        self.app = app
        self.max_body_bytes = max_body_bytes
        self._detail = f"A request body may have at most {max_body_bytes} bytes."

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if _announced_length_bytes(scope) > self.max_body_bytes:
            await self._refuse(scope, receive, send)
            return
        received_bytes = 0

        async def receive_counted() -> Message:
            nonlocal received_bytes
            message = await receive()
            received_bytes += len(message.get("body", b""))
            if received_bytes > self.max_body_bytes:
                # The one exception that the framework lets through while it reads a body.
                raise HTTPException(status_code=413, detail=self._detail)
            return message

        await self.app(scope, receive_counted, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        await problem_response(BodyTooLarge(self._detail).problem())(scope, receive, send)


def _announced_length_bytes(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0
