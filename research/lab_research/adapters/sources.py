"""The public controllers that have an adapter, and the one of ours that each is compared with."""

from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(frozen=True)
class Crate:
    """A crate of crates.io, as published."""

    name: str
    version: str
    sha256: str
    """SHA-256 of the file that the registry serves; cargo checks it, and so does the build."""
    edition: str = "2021"
    copied: tuple[str, ...] = ()
    """Files that are compiled unchanged, by the beginnings of their paths below `src`; empty: the
    crate is a dependency, compiled whole."""


@dataclass(frozen=True)
class Controller:
    """One controller of a crate."""

    name: str
    crate: Crate
    ours: str
    """The core's algorithm of the same name."""
    parameters: dict[str, Any] = field(default_factory=dict)
    """Parameters of ours: the slow start that the other has."""
    feature: str = ""
    is_quic: bool = True
    """Else it has TCP's timeouts and episodes already, and no switches for them."""


QUINN: Final = Crate(
    "quinn-proto",
    "0.11.19",
    "0e750cca55fe4f0439a15d0bb529da9651e79993e8e72c61a899a36d462befbe",
    copied=("congestion",),
)
NOQ: Final = Crate(
    "noq-proto",
    "1.4.0",
    "c01a35be3ed37558c8db69554419f24eff8a63599b54f711bbe3863ec727c47d",
    edition="2024",
    copied=("congestion",),
)
S2N: Final = Crate(
    "s2n-quic-core",
    "0.91.0",
    "3b779c1e4e958a681267a9415d7d8c022d9d29e1404b4e8a0cf0504a90fcf1ba",
)
TQUIC: Final = Crate(
    "tquic",
    "1.6.0",
    "366872745b1cd33b6d28f6c54acfdbb4ddd4094f2d6003664e7cde82218bd347",
    copied=("congestion_control/cubic.rs", "congestion_control/hystart_plus_plus.rs"),
)
SMOLTCP: Final = Crate(
    "smoltcp",
    "0.14.0",
    "b6f8b28ad56c6e35524a37dd492af5d1a47e31e1a4d175cd12f89c075f01980f",
    edition="2024",
    copied=("time.rs", "socket/tcp/congestion"),
)

CONTROLLERS: Final = (
    Controller("quinn newreno", QUINN, "newreno", feature="newreno"),
    Controller("noq newreno", NOQ, "newreno", feature="newreno"),
    Controller("smoltcp reno", SMOLTCP, "newreno", feature="socket-tcp-reno", is_quic=False),
    Controller("quinn cubic", QUINN, "cubic", {"hystart": "off"}, "cubic"),
    Controller("noq cubic", NOQ, "cubic", {"hystart": "off"}, "cubic"),
    Controller("s2n cubic", S2N, "cubic", {"hystart": "classic"}),
    Controller("tquic cubic", TQUIC, "cubic", {"hystart": "plus_plus"}, "cubic"),
    Controller("smoltcp cubic", SMOLTCP, "cubic", {"hystart": "off"}, "socket-tcp-cubic", False),
)
