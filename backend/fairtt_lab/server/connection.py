"""Asking a server: time-outs, further tries, and refusals as exceptions.

A request is tried again when that can do no harm: after a 429 (as long as `Retry-After` says), when
no connection came about, and, if it only reads, when the answer was lost or was 502, 503 or 504.
"""

import random
import re
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Self, TypeVar
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel, ValidationError

from fairtt_lab.errors import (
    ConflictError,
    ForbiddenError,
    InvalidInputError,
    NotFoundError,
    ProblemError,
    ServerUnavailableError,
    TooManyRequestsError,
    invalid,
)
from fairtt_lab.generated.models import ProblemDetails

Model = TypeVar("Model", bound=BaseModel)
Parameters = Mapping[str, str | int | float | Sequence[str] | Sequence[int] | None]

OWNER_HEADER: Final = "X-Lab-Owner"
KEY_HEADER: Final = "Idempotency-Key"
_KEY_BYTES: Final = 24
SHARE_HEADER: Final = "X-Lab-Share"
# The form that the server asks for: at least 128 bits.
_OWNER_KEY: Final = re.compile(r"[A-Za-z0-9_-]{22,128}")
_CONNECT_TIMEOUT_S: Final = 10.0
_FIRST_PAUSE_S: Final = 0.2
_LONGEST_PAUSE_S: Final = 10.0
# A server that has never answered is more likely absent than restarting.
_FIRST_PATIENCE_S: Final = 2.0
_AWAY: Final = frozenset({502, 503, 504})
_ERRORS: Final[dict[int, type[ProblemError]]] = {
    error.default_status: error
    for error in (
        ForbiddenError,
        NotFoundError,
        ConflictError,
        InvalidInputError,
        TooManyRequestsError,
    )
}


class Connection:
    """HTTP to one server. Threads may share it."""

    def __init__(
        self,
        url: str,
        owner_key: str | None,
        *,
        timeout_s: float,
        patience_s: float,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        if owner_key is not None and not _OWNER_KEY.fullmatch(owner_key):
            # The key itself is a secret, so it is in no message.
            raise invalid("owner_key", "owner_key must be 22 to 128 letters, digits, - and _")
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise invalid("url", f"url is '{url}'; it must be like http://127.0.0.1:8000", url)
        self.site = f"{parts.scheme}://{parts.netloc}"
        self._patience_s = patience_s
        self._has_answered = False
        headers = {"Accept": "application/json"}
        if owner_key is not None:
            headers[OWNER_HEADER] = owner_key
        self._client = httpx.Client(
            base_url=self.site,
            headers=headers,
            timeout=httpx.Timeout(timeout_s, connect=_CONNECT_TIMEOUT_S),
            transport=transport,
        )

    def close(self) -> None:
        """Free its sockets."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def get(
        self, path: str, parameters: Parameters | None = None, *, share_token: str | None = None
    ) -> Any:
        """The JSON at an address."""
        headers = {} if share_token is None else {SHARE_HEADER: share_token}
        return self._json(self._answer("GET", path, parameters, headers=headers))

    def get_text(self, path: str) -> str:
        """The text at an address."""
        return self._answer("GET", path).text

    def post(self, path: str, body: Any = None) -> Any:
        """The server's answer to a document."""
        return self._json(self._answer("POST", path, body=body))

    def post_once(self, path: str, body: Any) -> Any:
        """The same where nothing may be made twice: a request whose answer was lost is repeated
        safely.
        """
        headers = {KEY_HEADER: secrets.token_urlsafe(_KEY_BYTES)}
        return self._json(self._answer("POST", path, body=body, headers=headers))

    def delete(self, path: str) -> None:
        """Delete the resource."""
        self._answer("DELETE", path)

    def stream(self, path: str, parameters: Parameters | None = None) -> Iterator[bytes]:
        """A file, part by part. Raises before the first part, or when it breaks off."""
        try:
            with self._client.stream("GET", path, params=_given(parameters)) as answer:
                if not answer.is_success:
                    answer.read()
                    raise _refusal(answer)
                yield from answer.iter_bytes()
        except httpx.HTTPError as error:
            raise ServerUnavailableError(self._unreached(error), may_have_acted=True) from error

    def _answer(
        self,
        method: str,
        path: str,
        parameters: Parameters | None = None,
        *,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        is_harmless = method == "GET" or KEY_HEADER in (headers or {})

        began_s = time.monotonic()
        longest_s = _FIRST_PAUSE_S
        while True:
            try:
                return self._try(method, path, _given(parameters), body, headers)
            except (ServerUnavailableError, TooManyRequestsError) as error:
                if _may_have_acted(error) and not is_harmless:
                    raise
                pause_s = _pause_s(error, longest_s)
                if time.monotonic() + pause_s > began_s + self._patience_with(error):
                    raise
            time.sleep(pause_s)
            longest_s = min(2 * longest_s, _LONGEST_PAUSE_S)

    def _try(
        self,
        method: str,
        path: str,
        parameters: dict[str, Any],
        body: Any,
        headers: Mapping[str, str] | None,
    ) -> httpx.Response:
        try:
            answer = self._client.request(
                method, path, params=parameters, json=body, headers=dict(headers or {})
            )
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            raise ServerUnavailableError(self._unreached(error)) from error
        except httpx.HTTPError as error:
            raise ServerUnavailableError(self._unreached(error), may_have_acted=True) from error
        self._has_answered = True
        if answer.is_success:
            return answer
        raise _refusal(answer)

    def _patience_with(self, error: Exception) -> float:
        """For how long to try again. A server that was there before may come back."""
        was_reached = self._has_answered or not isinstance(error, ServerUnavailableError)
        return self._patience_s if was_reached else min(self._patience_s, _FIRST_PATIENCE_S)

    def _unreached(self, error: Exception) -> str:
        return f"{self.site} does not answer: {error or type(error).__name__}"

    def _json(self, answer: httpx.Response) -> Any:
        try:
            return answer.json()
        except ValueError:
            message = f"The server at {self.site} is not a FaiRTT Lab."
            raise ServerUnavailableError(message) from None


def understood(kind: type[Model], answer: Any) -> Model:
    """An answer as its type. Raises `ServerUnavailableError` for one that is none."""
    try:
        return kind.model_validate(answer)
    except ValidationError as error:
        message = (
            f"The server's answer is no {kind.__name__} that this client knows; use the client "
            f"of the server's release. {error}"
        )
        raise ServerUnavailableError(message, may_have_acted=True) from error


def _may_have_acted(error: Exception) -> bool:
    return isinstance(error, ServerUnavailableError) and error.may_have_acted


def _pause_s(error: Exception, longest_s: float) -> float:
    """As long as the server asks for, else by chance: many clients must not come back together."""
    if isinstance(error, ProblemError) and error.retry_after_s is not None:
        return error.retry_after_s
    return random.uniform(0, longest_s)  # noqa: S311  no secret


def _given(parameters: Parameters | None) -> dict[str, Any]:
    return {name: value for name, value in (parameters or {}).items() if value is not None}


def _refusal(answer: httpx.Response) -> Exception:
    """The exception of an answer that is none: with the problem's sentences, if it has any."""
    try:
        problem = ProblemDetails.model_validate_json(answer.content)
    except ValidationError:
        text = f"{answer.request.url} answers {answer.status_code} {answer.reason_phrase}"
        problem = ProblemDetails(title=answer.reason_phrase, status=answer.status_code, detail=text)
    if answer.status_code in _AWAY:
        return ServerUnavailableError(problem.detail, may_have_acted=True)
    wait = answer.headers.get("Retry-After", "")
    kind = _ERRORS.get(answer.status_code, ProblemError)
    return kind(
        problem.detail,
        problems=problem.errors or [],
        status=answer.status_code,
        request_id=problem.request_id,
        retry_after_s=float(wait) if wait.isdecimal() else None,
    )
