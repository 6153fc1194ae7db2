"""Whether a running process still answers: a hung or stopped one has no exit to notice."""

import socket
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tools import proc

# Every process is asked so often, and asked again when an answer takes longer than the second.
ASK_INTERVAL_S = 1.0
ASK_AGAIN_S = 5.0
# We may have been stopped ourselves: a longer gap between two looks says nothing about a child.
LONGEST_STEP_S = 1.0
# States of proc(5): it would run, or reads or writes.
WAITING_FOR_MACHINE = ("R", "D")
# The longest reason of a server that is to be understood is shorter.
ANSWER_BYTES = 256
UNREAD_BYTES = 65_536


class Probe(ABC):
    """Asks a process something. No call waits."""

    @abstractmethod
    def ask(self) -> None:
        """Ask anew; an earlier question is forgotten."""

    @abstractmethod
    def has_answer(self) -> bool:
        """Whether the answer to the question is there, and right."""

    @abstractmethod
    def forget(self) -> None:
        """No answer is awaited any more."""


class SocketProbe(Probe):
    """Sends `request` to the listening socket at a path and expects an answer that begins with
    one of `expected`, and does not hold `refusal`.
    """

    def __init__(
        self, path: str, request: bytes, expected: tuple[bytes, ...], refusal: bytes | None = None
    ) -> None:
        self._path = path
        self._request = request
        self._expected = expected
        self._refusal = refusal
        self._socket: socket.socket | None = None
        self._is_sent = False
        self._answer = b""

    def ask(self) -> None:
        """Begin a connection."""
        self.forget()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        self._socket.connect_ex(self._path)

    def has_answer(self) -> bool:
        """Send as soon as the connection is there, then read what has come."""
        if self._socket is None:
            return False
        try:
            if not self._is_sent:
                self._socket.send(self._request)
                self._is_sent = True
            self._answer += self._socket.recv(ANSWER_BYTES)
        except OSError:  # not yet, or refused: both are no answer
            return False
        is_refused = self._refusal is not None and self._refusal in self._answer
        return self._answer.startswith(self._expected) and not is_refused

    def forget(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            # Closed with something unread, it would be reset, and the other side would tell of it.
            with suppress(OSError):
                self._socket.recv(UNREAD_BYTES)
            self._socket.close()
        self._socket = None
        self._is_sent = False
        self._answer = b""


class FileProbe(Probe):
    """Expects a process to touch a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen_ns: int | None = None

    def ask(self) -> None:
        """Remember when it was touched last."""
        self._seen_ns = self._touched_ns()

    def has_answer(self) -> bool:
        """Whether it was touched since."""
        return self._touched_ns() != self._seen_ns

    def forget(self) -> None:
        """Forget when it was touched."""
        self._seen_ns = None

    def _touched_ns(self) -> int | None:
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return None


class Work:
    """Whether a process that starts is at work on it. On a busy machine a start takes its time, but
    one that was stopped or waits for itself does nothing at all.
    """

    def __init__(self) -> None:
        self._switches: dict[int, int] = {}

    def is_active(self, pid: int) -> bool:
        """Whether it, or what it has started, did anything since the last call, or waits for a
        processor or a disk.
        """
        states = {each: proc.state(each) for each in proc.below({pid})}
        before, self._switches = self._switches, {each: proc.switches(each) for each in states}
        is_waiting = any(state in WAITING_FOR_MACHINE for state in states.values())
        # Where the kernel reports nothing, the process counts as active.
        return is_waiting or not states or self._switches != before


@dataclass(frozen=True)
class Health:
    """How to ask a process, and how long it may be silent: once it has answered, and until then.
    A start that does nothing at all may take no longer than a silence later.
    """

    probe: Probe
    silent_after_s: float = 15.0
    start_s: float = 120.0


class Pulse:
    """How long one process has been silent, since its start or its last answer."""

    def __init__(self, health: Health) -> None:
        self._health = health
        self.begin(0.0)

    def begin(self, now_s: float) -> None:
        """The process has just been started."""
        self._health.probe.forget()
        self.silent_s = 0.0
        self._idle_s = 0.0
        self._work = Work()
        self._work_at_s = now_s
        self._has_answered = False
        self._looked_at_s = now_s
        self._ask_at_s = now_s
        self._is_asking = False

    @property
    def is_hung(self) -> bool:
        """Whether it has been silent for too long."""
        health = self._health
        if self._has_answered:
            return self.silent_s > health.silent_after_s
        return self.silent_s > health.start_s or self._idle_s > health.silent_after_s

    def look(self, now_s: float, pid: int) -> None:
        """Send a request if one is due, and read the answers."""
        step_s = min(max(now_s - self._looked_at_s, 0.0), LONGEST_STEP_S)
        self.silent_s += step_s
        self._looked_at_s = now_s
        if not self._has_answered:
            self._look_at_start(now_s, step_s, pid)
        probe = self._health.probe
        if self._is_asking and probe.has_answer():
            probe.forget()
            self.silent_s = 0.0
            self._has_answered = True
            self._is_asking = False
            self._ask_at_s = now_s + ASK_INTERVAL_S
        elif now_s >= self._ask_at_s:
            probe.ask()
            self._is_asking = True
            # A connection that is refused is not there later: it has to be made anew.
            self._ask_at_s = now_s + (ASK_AGAIN_S if self._has_answered else ASK_INTERVAL_S)

    def _look_at_start(self, now_s: float, step_s: float, pid: int) -> None:
        self._idle_s += step_s
        if now_s >= self._work_at_s:
            self._work_at_s = now_s + ASK_INTERVAL_S
            if self._work.is_active(pid):
                self._idle_s = 0.0
