"""A process that hangs is replaced: a child of a worker by the worker, a worker by its parent.

Each process touches a file every second, from a thread of its own: the core lets other threads run
while it computes. A child that is silent for `SILENT_AFTER_S` is killed; Celery starts another one,
and its job continues like that of any worker that died.
"""

import os
import shutil
import signal
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

import structlog

BEAT_INTERVAL_S = 1.0
SILENT_AFTER_S = 20.0

log = structlog.get_logger("lab_worker.pulse")


class ChildWatch:
    """The children of a worker: one file each, named by the process.

    Silence is counted in looks, so that a worker which was stopped itself blames no child.
    """

    def __init__(self, folder: Path, silent_after_looks: int) -> None:
        self._folder = folder
        self._silent_after_looks = silent_after_looks
        self._seen: dict[int, tuple[int, int]] = {}

    def look(self) -> None:
        """One round: kill children that are silent for too long, forget those that have exited."""
        seen: dict[int, tuple[int, int]] = {}
        for path in self._folder.iterdir():
            pid = int(path.name)
            if not _is_our_child(pid):
                path.unlink(missing_ok=True)
                continue
            touched_ns = path.stat().st_mtime_ns
            before_ns, looks = self._seen.get(pid, (touched_ns, 0))
            looks = looks + 1 if touched_ns == before_ns else 0
            if looks >= self._silent_after_looks:
                log.warning("child_hangs", pid=pid)
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                looks = 0
            seen[pid] = (touched_ns, looks)
        self._seen = seen


_folder: Path | None = None
_stopping = threading.Event()


def watch_children(own_path: Path | None) -> None:
    """Watch over this worker's children, and touch `own_path`; called before the first child."""
    global _folder  # noqa: PLW0603  children find it after the fork
    _folder = _empty_folder(own_path)
    watch = ChildWatch(_folder, round(SILENT_AFTER_S / BEAT_INTERVAL_S))
    _stopping.clear()

    def run() -> None:
        while True:
            try:
                if own_path is not None:
                    own_path.touch()
                watch.look()
            except OSError as error:  # a full disk is no reason to stop watching
                log.warning("pulse_failed", error=str(error))
            if _stopping.wait(BEAT_INTERVAL_S):
                return

    threading.Thread(target=run, name="pulse", daemon=True).start()


def _empty_folder(own_path: Path | None) -> Path:
    """An empty folder next to the worker's own file, in place of one left by a worker that was
    killed; without such a file a temporary one.
    """
    if own_path is None:
        return Path(tempfile.mkdtemp(prefix="lab-worker-"))
    folder = own_path.with_suffix(".children")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    return folder


def stop_watching() -> None:
    """The worker ends: its children are stopped by it."""
    _stopping.set()
    if _folder is not None:
        shutil.rmtree(_folder, ignore_errors=True)


def beat_as_child() -> None:
    """Report every second that this child is alive; called after the fork."""
    if _folder is None:
        return
    path = _folder / str(os.getpid())

    def run() -> None:
        pause = threading.Event()
        while True:
            with suppress(OSError):
                path.touch()
            pause.wait(BEAT_INTERVAL_S)

    threading.Thread(target=run, name="pulse", daemon=True).start()


def _is_our_child(pid: int) -> bool:
    """Whether the process runs and is a child of this one: numbers are given out again."""
    status = Path(f"/proc/{pid}/stat")
    if not status.exists() and Path("/proc/self/stat").exists():
        return False
    try:
        fields = status.read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return _exists(pid)  # no /proc on this system
    return int(fields[1]) == os.getpid()


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
