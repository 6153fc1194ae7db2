"""The outermost layer: request ids, one log line per request, and no traceback to anyone."""

import re
import time
from uuid import uuid4

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.kit.problem import ProblemDetails, problem_type
from lab.kit.problem_response import problem_response
from lab.kit.request_id import handling
from lab.kit.traces import without_secrets

REQUEST_ID_HEADER = "X-Request-ID"
REQUEST_ID_FORM = re.compile(r"[A-Za-z0-9_-]{8,64}")

log = structlog.get_logger("lab.http")


class RequestContextMiddleware:
    """Gives each request an id (or takes a well-formed one of a proxy) and logs its end."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = _request_id(scope)
        status = 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_ID_HEADER] = request_id
            await send(message)

        started_s = time.monotonic()
        with handling(request_id), structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self.app(scope, receive, send_with_id)
            except Exception as error:
                answer = None if status else await _answer_of_handler(scope, error)
                if answer is None:
                    log.exception(
                        "request_failed",
                        method=scope["method"],
                        path=without_secrets(scope["path"]),
                    )
                    if status:  # the response has begun: nothing can be said any more
                        raise
                    answer = _internal_error(request_id)
                await answer(scope, receive, send_with_id)
            log.info(
                "request",
                method=scope["method"],
                path=without_secrets(scope["path"]),
                status=status,
                elapsed_s=round(time.monotonic() - started_s, 4),
            )


async def _answer_of_handler(scope: Scope, error: Exception) -> ASGIApp | None:
    """The registered answer to an error that an endpoint raised after it had begun its answer, of
    which nothing was sent yet.
    """
    cause = error.__cause__
    handlers = scope.get("starlette.exception_handlers", ({}, {}))[0]
    for kind in type(cause).__mro__:
        if kind in handlers:
            try:
                answer: ASGIApp = await handlers[kind](Request(scope), cause)
            except Exception:  # noqa: BLE001  it is nothing that a handler knows
                return None
            return answer
    return None


def _request_id(scope: Scope) -> str:
    given = Headers(scope=scope).get(REQUEST_ID_HEADER, "")
    return given if REQUEST_ID_FORM.fullmatch(given) else uuid4().hex


def _internal_error(request_id: str) -> ASGIApp:
    return problem_response(
        ProblemDetails(
            type=problem_type("internal-error"),
            title="Internal error",
            status=500,
            detail="An internal error occurred. The request id identifies it in the server's log.",
            request_id=request_id,
        )
    )
