"""One lab per data folder: the lock that says so, and what the other commands read from it."""

import fcntl
import json
import os
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO

from tools.errors import LabError

LOCK_NAME = "lab.lock"
READ_TRIES = 20
READ_AGAIN_S = 0.005
# A stamp of the migrations that the bundled database in this folder has had.
MIGRATED_STAMP = "migrated"
# A stamp of the shipped results of papers that it holds.
PAPERS_STAMP = "papers"


@dataclass
class InstanceState:
    """What a running lab publishes about itself. `services` maps a name to a process id or None."""

    pid: int
    data_dir: str
    address: str | None = None
    started_at_unix_s: float = 0.0
    services: dict[str, int | None] = field(default_factory=dict)
    computes_for: str | None = None
    """Workers alone: the host of the lab that they belong to."""


class InstanceLock:
    """Held as long as a lab runs on the folder; the kernel lets go of it when the lab dies."""

    def __init__(self, data_dir: Path) -> None:
        self.path = data_dir / LOCK_NAME
        self.left_behind: InstanceState | None = None
        """What a lab that was killed said of itself last."""
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Take the folder, or say who has it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600), "r+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise LabError(_in_use(self.path), exit_code=2) from None
        with suppress(ValueError, TypeError):
            self.left_behind = InstanceState(**json.loads(file.read()))
        file.truncate(0)
        self._file = file

    def publish(self, state: InstanceState) -> None:
        """Write the state for `./lab status` and `./lab down`, in one step; blanks overwrite the
        rest of a longer state.
        """
        if self._file is None:
            raise RuntimeError("publish() needs the lock")
        text = json.dumps(asdict(state)).encode()
        file = self._file.fileno()
        os.pwrite(file, text.ljust(os.fstat(file).st_size), 0)
        os.ftruncate(file, len(text))

    def release(self) -> None:
        """Empty the file and let go of the folder."""
        if self._file is None:
            return
        self._file.truncate(0)
        self._file.close()
        self._file = None


def read_running(data_dir: Path) -> InstanceState | None:
    """The lab that runs on this folder now, or None."""
    path = data_dir / LOCK_NAME
    if not path.exists():
        return None
    with path.open("r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return _read(path)
    return None


def _read(path: Path) -> InstanceState:
    """The state published last. If it is being written at this moment, it is read again.

    Twice at once, not after a while: on a busy machine there would be another state by then.
    """
    for _ in range(READ_TRIES):
        text = path.read_text()
        if text and text.rstrip() == path.read_text().rstrip():
            with suppress(ValueError, TypeError):
                return InstanceState(**json.loads(text))
        time.sleep(READ_AGAIN_S)
    # It holds the lock and has not published yet: it is being built or started.
    return InstanceState(pid=0, data_dir=os.fspath(path.parent))


def _in_use(path: Path) -> str:
    state = _read(path)
    where = f" at {state.address}" if state.address else ", still starting"
    return (
        f"A lab is already running on {path.parent}{where} (process {state.pid}).\n"
        "Use that one, stop it with ./lab down, or start another with --data-dir."
    )
