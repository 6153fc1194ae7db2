"""HTTP to a lab: one connection that stays open, JSON both ways.

The standard library's client: a worker needs three requests, entering the league three others, a
store five, and none of them a package of its own.
"""

import argparse
import base64
import json
import os
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from ipaddress import ip_address
from pathlib import Path
from types import TracebackType
from typing import Any, Final
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from lab_exec.errors import InputError

TIMEOUT_S: Final = 20.0
MOST_ANSWER_BYTES: Final = 16_000_000
TOO_MUCH: Final = (429, 503)
"""Ask again later."""
GATEWAY: Final = (502, 504)
"""A proxy answers in the place of a lab that is away."""


class UnreachableError(Exception):
    """The lab does not answer, or says that it cannot now."""

    def __init__(self, reason: str, retry_after_s: float | None = None) -> None:
        super().__init__(reason)
        self.retry_after_s = retry_after_s


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
    """Of a worker, or the key of an owner; empty: what is asked for belongs to nobody."""
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
    """Check what was typed. Raises InputError."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(f"--url is '{url}'; it must be like https://lab.example.org")
    if parts.username or parts.query or parts.fragment:
        raise InputError(f"--url is '{url}'; it must have no name, question mark or #")
    if parts.scheme == "http" and not plain_http and not _is_loopback(parts.hostname):
        raise InputError(
            f"--url is '{url}': over plain HTTP anybody on the way can read the "
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
        self._tls = _tls(address)

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request. Raises UnreachableError, RefusedError."""
        answer = self.ask("POST", f"remote-work/{path}", body)
        if not isinstance(answer, dict):
            raise RefusedError(HTTPStatus.OK, "no-lab", "What answers there is no lab.")
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
            raise UnreachableError(f"{type(error).__name__}: {error}") from error
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
            self._connection = _connect(self._address, self._tls)
        headers = self._address.secret_header() | dict(more)
        if body is not None:
            headers |= {"Content-Type": "application/json", "Accept": "application/json"}
        target = f"{self._address.parts().path}/api/{path}"
        self._connection.request(method, target, body, headers)
        response = self._connection.getresponse()
        content = response.read(MOST_ANSWER_BYTES + 1)
        if len(content) > MOST_ANSWER_BYTES:
            raise HTTPException(f"the answer has more than {MOST_ANSWER_BYTES} bytes")
        return response, content


def _tls(address: Address) -> ssl.SSLContext | None:
    if address.parts().scheme != "https":
        return None
    try:
        return ssl.create_default_context(cafile=address.ca_file)
    except (ssl.SSLError, OSError) as error:
        raise InputError(
            f"--ca is '{address.ca_file}', which has no certificate: {error}"
        ) from None


def _connect(address: Address, tls: ssl.SSLContext | None) -> HTTPConnection:
    """Directly, or through the proxy that the environment names (HTTPS_PROXY, NO_PROXY)."""
    parts = address.parts()
    host = parts.hostname or ""
    proxy = None if proxy_bypass(host) else getproxies().get(parts.scheme)
    if tls is None:
        return HTTPConnection(host, parts.port, timeout=TIMEOUT_S)
    if proxy is None:
        return HTTPSConnection(host, parts.port, timeout=TIMEOUT_S, context=tls)
    by = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
    connection = HTTPSConnection(by.hostname or "", by.port, timeout=TIMEOUT_S, context=tls)
    connection.set_tunnel(host, parts.port or 443, headers=_proxy_headers(by))
    return connection


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
        )
    if response.status in (HTTPStatus.OK, HTTPStatus.CREATED) and answer is not None:
        return answer
    if not isinstance(answer, dict) or "type" not in answer:
        raise RefusedError(
            response.status,
            "no-lab",
            f"What answers there is no lab that knows this request: {response.status} "
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
