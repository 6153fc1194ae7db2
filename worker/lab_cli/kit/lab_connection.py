"""HTTP to a lab: one connection that stays open, JSON both ways, and files of any size.

The standard library's client: a worker needs three requests, entering the league three others, a
store five, a link four, and none of them a package of its own.
"""

import argparse
import base64
import json
import os
import ssl
import string
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.client import (
    HTTPConnection,
    HTTPException,
    HTTPResponse,
    HTTPSConnection,
    IncompleteRead,
)
from io import BufferedReader, RawIOBase
from ipaddress import ip_address
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

from lab_exec.errors import InputError

TIMEOUT_S: Final = 20.0
MOST_ANSWER_BYTES: Final = 16_000_000
TOO_MUCH: Final = (429, 503)
"""Ask again later."""
GATEWAY: Final = (502, 504)
"""A proxy answers in the place of a lab that is away."""
REDIRECTS: Final = (301, 302, 303, 307, 308)
MOST_REDIRECTS: Final = 10
NO_LAB: Final = "no-lab"
"""Kind of a refusal that no lab has written."""
_PART_BYTES: Final = 64 * 1024


class UnreachableError(Exception):
    """The lab does not answer, or says that it cannot now: with a status."""

    def __init__(
        self, reason: str, retry_after_s: float | None = None, status: int | None = None
    ) -> None:
        super().__init__(reason)
        self.retry_after_s = retry_after_s
        self.status = status


class RefusedError(Exception):
    """The lab does not want this. `kind` names the problem (docs/problems.md)."""

    def __init__(self, status: int, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.kind = kind


@dataclass(frozen=True)
class Address:
    """Where a lab is, and what opens it. Goes to other processes, so it holds no connection."""

    url: str
    token: str
    """Of a worker, or the key of an owner; empty: runs and experiments have no owner."""
    ca_file: Path | None = None
    is_owner: bool = False
    """Whether it is an owner's key."""

    def secret_header(self) -> dict[str, str]:
        """What opens the lab."""
        if not self.token:
            return {}
        if self.is_owner:
            return {"X-Lab-Owner": self.token}
        return {"Authorization": f"Bearer {self.token}"}

    def parts(self) -> SplitResult:
        """Of the address."""
        return urlsplit(self.url)


def add_address_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what `read_address` takes: the same for all commands that send a secret."""
    parser.add_argument(
        "--url", required=True, metavar="ADDRESS", help="of the lab: https://lab.example.org"
    )
    parser.add_argument(
        "--ca", type=Path, metavar="FILE", help="certificate of the lab's own authority (PEM)"
    )
    parser.add_argument(
        "--plain-http",
        action="store_true",
        help="allow http:// to another machine: the secret can then be read on the way",
    )


def read_address(
    url: str, token: str, ca_file: Path | None, *, plain_http: bool, is_owner: bool = False
) -> Address:
    """Check the typed address. Raises InputError."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(f"--url is '{url}'; it must be like https://lab.example.org")
    if parts.username or parts.query or parts.fragment:
        raise InputError(f"--url is '{url}'; it must have no name, question mark or #")
    if parts.scheme == "http" and not plain_http and not _is_loopback(parts.hostname):
        raise InputError(
            f"--url is '{url}': over plain HTTP anyone on the way can read the "
            f"{'key' if is_owner else 'token'}. Use https, "
            "or --plain-http within a network that you trust"
        )
    if ca_file is not None and not ca_file.is_file():
        raise InputError(f"--ca is '{ca_file}'; there is no such file")
    return Address(url.rstrip("/"), token, ca_file, is_owner)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class LabConnection:
    """For one thread. Connects when it is asked, and again after a failure."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._connection: HTTPConnection | None = None
        self._tls = _tls(address.parts(), address.ca_file)

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request. Raises UnreachableError, RefusedError."""
        answer = self.ask("POST", f"remote-work/{path}", body)
        if not isinstance(answer, dict):
            raise RefusedError(HTTPStatus.OK, NO_LAB, "The server there is not a lab.")
        return answer

    def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str = "",
    ) -> Any:
        """The answer of any operation. Raises UnreachableError, RefusedError."""
        sent = None if body is None else json.dumps(body, allow_nan=False).encode()
        headers = {"Idempotency-Key": idempotency_key} if idempotency_key else {}
        return _read(*self._ask(method, path, sent, headers))

    def get_file(self, path: str) -> bytes:
        """The bytes of a file of the lab. Raises UnreachableError, RefusedError."""
        response, content = self._ask("GET", path, None)
        if response.status != HTTPStatus.OK:
            _read(response, content)
        return content

    @contextmanager
    def streamed(self, path: str, headers: Mapping[str, str] | None = None) -> Iterator[IO[bytes]]:
        """A file of any size, to be read in parts: over a connection of its own, and from where
        the lab sends one on to.

        Raises UnreachableError, also while it is read, and RefusedError.
        """
        with ExitStack() as opened:
            try:
                response = self._follow(path, headers or {}, opened)
            except (OSError, HTTPException, UnicodeError) as error:
                raise _unreachable(error) from error
            body = opened.enter_context(BufferedReader(_Body(response), _PART_BYTES))
            if response.status != HTTPStatus.OK:
                _read(response, body.read(MOST_ANSWER_BYTES))
            yield body

    def _follow(self, path: str, headers: Mapping[str, str], opened: ExitStack) -> HTTPResponse:
        """The first answer that is no redirect."""
        here = self._address.parts()
        parts = urlsplit(f"{self._address.url}/api/{path}")
        for _ in range(MOST_REDIRECTS + 1):
            # The secret is for this lab only.
            sent = self._address.secret_header() if parts.netloc == here.netloc else {}
            tls = self._tls or _tls(parts, self._address.ca_file)
            # TLS goes through a tunnel; without it the proxy itself is asked for the address.
            by = _proxy_of(parts) if tls is None else None
            connection = opened.enter_context(closing(_connect(by or parts, tls)))
            whole = parts._replace(path=parts.path or "/", fragment="")
            target = (whole if by else whole._replace(scheme="", netloc="")).geturl()
            sent |= {**headers, **(_proxy_headers(by) if by else {})}
            connection.request("GET", target, headers=sent)
            response = connection.getresponse()
            location = response.headers.get("Location")
            if response.status not in REDIRECTS or location is None:
                return response
            connection.close()
            parts = _sent_on(parts, location, response.status)
        raise RefusedError(
            response.status,
            NO_LAB,
            f"The server there redirects more than {MOST_REDIRECTS} times.",
        )

    def _ask(
        self,
        method: str,
        path: str,
        body: bytes | None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[HTTPResponse, bytes]:
        try:
            return self._send(method, path, body, headers or {})
        except (OSError, HTTPException) as error:
            self.close()
            raise _unreachable(error) from error
        except BaseException:
            # An answer that is half read must not be taken for that of the next request.
            self.close()
            raise

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> "LabConnection":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def _send(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[HTTPResponse, bytes]:
        is_kept = self._connection is not None
        try:
            return self._send_once(method, path, body, headers)
        except (ConnectionError, HTTPException):
            # The lab may have ended a connection that rested. Every request may be repeated.
            if not is_kept:
                raise
            self.close()
            return self._send_once(method, path, body, headers)

    def _send_once(
        self, method: str, path: str, body: bytes | None, more: Mapping[str, str]
    ) -> tuple[HTTPResponse, bytes]:
        if self._connection is None:
            self._connection = _connect(self._address.parts(), self._tls)
        headers = self._address.secret_header() | dict(more)
        if body is not None:
            headers |= {"Content-Type": "application/json", "Accept": "application/json"}
        target = f"{self._address.parts().path}/api/{path}"
        self._connection.request(method, target, body, headers)
        response = self._connection.getresponse()
        content = response.read(MOST_ANSWER_BYTES + 1)
        if len(content) > MOST_ANSWER_BYTES:
            raise HTTPException(f"the answer has more than {MOST_ANSWER_BYTES} bytes")
        _require_whole(response)
        return response, content


class _Body(RawIOBase):
    """The bytes of an answer. The standard library's reader ends silently where the connection
    does.
    """

    def __init__(self, response: HTTPResponse) -> None:
        super().__init__()
        self._response = response

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            count = self._response.readinto(buffer)
            if not count:
                _require_whole(self._response)
        except (OSError, HTTPException) as error:
            raise _unreachable(error) from error
        return count


def _require_whole(response: HTTPResponse) -> None:
    if response.length:
        raise IncompleteRead(b"", response.length)


def _unreachable(error: Exception) -> UnreachableError:
    return UnreachableError(f"{type(error).__name__}: {error}")


def _sent_on(parts: SplitResult, location: str, status: int) -> SplitResult:
    """Where an answer sends one on to. Raises RefusedError: to nothing, or away from https."""
    try:
        to = urlsplit(urljoin(parts.geturl(), quote(location, safe=string.punctuation)))
        is_address = bool(to.hostname) and (to.port or 1) > 0
    except ValueError:
        is_address = False
    if not is_address or to.scheme not in ("https", parts.scheme):
        raise RefusedError(
            status,
            NO_LAB,
            f"The server there does not redirect to an {parts.scheme} address.",
        )
    return to


def _tls(parts: SplitResult, ca_file: Path | None) -> ssl.SSLContext | None:
    if parts.scheme != "https":
        return None
    try:
        return ssl.create_default_context(cafile=ca_file)
    except (ssl.SSLError, OSError) as error:
        raise InputError(f"--ca is '{ca_file}', which has no certificate: {error}") from None


def _connect(parts: SplitResult, tls: ssl.SSLContext | None) -> HTTPConnection:
    """Directly, or with TLS through the proxy that the environment names."""
    host = parts.hostname or ""
    if tls is None:
        return HTTPConnection(host, parts.port, timeout=TIMEOUT_S)
    by = _proxy_of(parts)
    if by is None:
        return HTTPSConnection(host, parts.port, timeout=TIMEOUT_S, context=tls)
    connection = HTTPSConnection(by.hostname or "", by.port, timeout=TIMEOUT_S, context=tls)
    connection.set_tunnel(host, parts.port or 443, headers=_proxy_headers(by))
    return connection


def _proxy_of(parts: SplitResult) -> SplitResult | None:
    """The proxy of the environment (HTTPS_PROXY, HTTP_PROXY, NO_PROXY)."""
    named = None if proxy_bypass(parts.hostname or "") else getproxies().get(parts.scheme)
    return None if named is None else urlsplit(named if "://" in named else f"http://{named}")


def _proxy_headers(by: SplitResult) -> dict[str, str]:
    if by.username is None:
        return {}
    login = f"{unquote(by.username)}:{unquote(by.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(login.encode()).decode()}"}


def _read(response: HTTPResponse, content: bytes) -> Any:
    try:
        answer = json.loads(content)
    except ValueError:
        answer = None
    if response.status in (*TOO_MUCH, *GATEWAY):
        said = answer.get("detail") if isinstance(answer, dict) else None
        retry_after = response.headers.get("Retry-After", "")
        raise UnreachableError(
            str(said or f"it answers {response.status}"),
            float(retry_after) if retry_after.isdigit() else None,
            response.status,
        )
    if response.status in (HTTPStatus.OK, HTTPStatus.CREATED) and answer is not None:
        return answer
    if not isinstance(answer, dict) or "type" not in answer:
        raise RefusedError(
            response.status,
            NO_LAB,
            f"The server there is not a lab that knows this request: {response.status} "
            f"{response.reason}.",
        )
    kind = str(answer["type"]).rpartition("/")[2]
    raise RefusedError(response.status, kind, str(answer.get("detail", "")))


def read_token(text: str, *, option: str = "--token", what: str = "token") -> str:
    """From a file of that name, or from the environment. The token itself is no argument: others
    on the machine can list the arguments of a process. Raises InputError.
    """
    path = Path(text)
    if path.is_file():
        found = path.read_text(errors="replace").strip()
        where = f"the file '{text}'"
    elif text in os.environ:
        found, where = os.environ[text].strip(), f"the variable {text}"
    else:
        raise InputError(
            f"{option} must name a file with the {what}, or an environment variable that has it; "
            "there is neither of that name"
        )
    if not found or any(character.isspace() for character in found) or not found.isascii():
        raise InputError(f"There is no {what} in {where}: one line of letters and digits")
    return found
