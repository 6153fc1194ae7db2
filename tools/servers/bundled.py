"""What the bundled servers share: a process that is started, waited for and stopped."""

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

from tools.servers.process import ServerProcess


class BundledServer(ABC):
    """A server in one folder. As a context manager it runs inside the `with` block."""

    process: ServerProcess

    @property
    def pid(self) -> int | None:
        """Process id while it runs."""
        return self.process.pid

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self.spawn()
        self.wait_ready()

    @abstractmethod
    def spawn(self) -> None:
        """Start without waiting."""

    @abstractmethod
    def wait_ready(self) -> None:
        """Wait until the server answers."""

    def stop(self) -> None:
        """End it in order: what it holds is on the disk afterwards."""
        self.process.stop()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
