"""What runs and experiments of a server have in common: a row there, known by its id."""

import time
from abc import ABC, abstractmethod
from typing import ClassVar, Generic, Self, TypeVar
from uuid import UUID

from fairtt_lab.generated.models import ExperimentRead, RunRead
from fairtt_lab.server.connection import Connection

ReadT = TypeVar("ReadT", RunRead, ExperimentRead)


class Stored(ABC, Generic[ReadT]):
    """The server's last answer about it, and how to ask for more."""

    collection: ClassVar[str]
    """The part of the address that all of its kind share, in the API and on the site."""

    _read: ReadT

    def __init__(self, connection: Connection, read: ReadT) -> None:
        self._connection = connection
        self._read = read

    @property
    def id(self) -> UUID:
        """Under which the server knows it."""
        return self._read.id

    @property
    def name(self) -> str:
        """For people; may be empty."""
        return self._read.name

    @property
    def url(self) -> str:
        """Its page."""
        return f"{self._connection.site}/{self.collection}/{self.id}"

    @abstractmethod
    def refresh(self) -> Self:
        """Ask the server how far it is."""

    def delete(self) -> None:
        """Remove it from the server. Results stay while others hold them."""
        self._connection.delete(self._path())

    def _path(self, rest: str = "") -> str:
        return f"/api/{self.collection}/{self.id}{rest}"

    def _pause(self, seconds: float) -> None:
        time.sleep(seconds)
        self.refresh()
