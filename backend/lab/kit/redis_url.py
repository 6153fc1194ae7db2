"""One Redis address, spelled as each library wants it."""

import socket
from dataclasses import dataclass
from typing import Any

SOCKET_SCHEMES = ("unix", "redis+socket", "redis+unix")
# Who only listens would never notice that the other machine was cut off, halted or lost its power.
KEEPALIVE_S = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}


@dataclass(frozen=True)
class RedisAddress:
    """Where Redis is: a network address or the path of a socket."""

    network_url: str | None
    socket_path: str | None

    @classmethod
    def parse(cls, url: str) -> "RedisAddress":
        """Accept any of the usual spellings. Raises ValueError with the ones that work."""
        scheme, separator, rest = url.partition("://")
        if separator and scheme in SOCKET_SCHEMES:
            return cls(network_url=None, socket_path=rest)
        if separator and scheme in {"redis", "rediss"}:
            return cls(network_url=url, socket_path=None)
        raise ValueError(f"a Redis address starts with redis://, rediss:// or unix://, not {url!r}")

    @property
    def client_url(self) -> str:
        """As redis-py reads it."""
        return self.network_url or f"unix://{self.socket_path}"

    @property
    def broker_url(self) -> str:
        """As kombu reads it."""
        return self.network_url or f"redis+socket://{self.socket_path}"

    @property
    def limits_url(self) -> str:
        """As the library `limits` reads it."""
        return self.network_url or f"redis+unix://{self.socket_path}"

    @property
    def keepalive(self) -> dict[str, Any]:
        """Options of redis-py and kombu for connections that only listen; none for a socket."""
        if self.network_url is None:
            return {}
        numbers = {
            getattr(socket, name): value
            for name, value in KEEPALIVE_S.items()
            if hasattr(socket, name)
        }
        return {"socket_keepalive": True, "socket_keepalive_options": numbers}
