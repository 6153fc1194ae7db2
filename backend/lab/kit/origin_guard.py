"""Refuse requests that a foreign page has a browser send.

A name that an attacker's DNS points at this machine makes the attacker's page "same origin" to a
browser (DNS rebinding), and the name would be written into links. So only names that belong to
the lab are answered. IP addresses are: no DNS is asked for them. What changes something is
answered only for pages of the lab itself, with or without a body.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from lab.errors import ForeignOrigin, HostUnknown, LabError
from lab.kit.problem_response import problem_response

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
ANY_HOST = "*"
HOST_FORM = re.compile(r"(\[(?P<address>[0-9a-fA-F:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(:[0-9]{1,5})?")


class OriginGuardMiddleware:
    """Answers 421 for a foreign `Host`, and 403 for changes that a foreign page asks for.

    `allowed_hosts` are names without ports besides `localhost` and the machine's own; `*.` in
    front of a name means every name below it, and `*` alone any name.
    """

    def __init__(self, app: ASGIApp, allowed_hosts: Iterable[str]) -> None:
        self.app = app
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own.partition('.')[0]}.local"}
        self._names |= {host.strip().lower() for host in allowed_hosts} - {""}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] == "http":
            error = self._refusal(scope["method"], Headers(scope=scope))
            if error is not None:
                await problem_response(error.problem())(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _refusal(self, method: str, headers: Headers) -> LabError | None:
        # Of two, a proxy may have read the other one: joined they are no valid name.
        host = ",".join(headers.getlist("host"))
        name = _name_of(host)
        if not self._is_ours(name):
            return HostUnknown(
                f"This lab does not answer to the host {host!r}. Its operator can add the name "
                "to the setting LAB_ALLOWED_HOSTS."
            )
        if method not in SAFE_METHODS and self._is_foreign(host, headers):
            return ForeignOrigin("Only the lab's own pages may change something in a browser.")
        return None

    def _is_ours(self, name: str) -> bool:
        if ANY_HOST in self._names or name in self._names or _is_address(name):
            return True
        parents = name.split(".")[1:]
        return any(f"*.{'.'.join(parents[place:])}" in self._names for place in range(len(parents)))

    def _is_foreign(self, host: str, headers: Headers) -> bool:
        # Browsers say it themselves where the connection is secure or local; elsewhere Origin has
        # to be compared. Programs send neither.
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site not in {"same-origin", "none"}
        origin = headers.get("origin")
        return origin is not None and _host_of(origin) != host.lower()


def _name_of(host: str) -> str:
    """Without the port, in lower case; of an IPv6 address without its brackets; '' if malformed."""
    found = HOST_FORM.fullmatch(host)
    return "" if found is None else (found["address"] or found["name"]).lower().rstrip(".")


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:  # such as brackets that do not close
        return None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
