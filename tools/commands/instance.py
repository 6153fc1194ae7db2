"""`./lab down`, `status`, `reset` and `logs`: what one does with a lab from another terminal."""

import json
import os
import shutil
import signal
import sys
import time
import urllib.error
import urllib.request
from collections import deque
from datetime import datetime
from pathlib import Path

from tools.console import say
from tools.errors import LabError
from tools.paths import runtime_dir
from tools.supervisor.folder import OWN_FOLDERS
from tools.supervisor.instance import (
    LOCK_NAME,
    MIGRATED_STAMP,
    PAPERS_STAMP,
    InstanceLock,
    InstanceState,
    read_running,
)
from tools.supervisor.logs import log_files
from tools.supervisor.scheduled_backups import scheduled_backups

STOP_TIMEOUT_S = 60.0
POLL_INTERVAL_S = 0.1
SHOWN_LINES = 60
READY_TIMEOUT_S = 3.0


def down(data_dir: Path) -> int:
    """Stop the lab on this folder and wait until it has stopped. Nothing running is no error."""
    state = read_running(data_dir)
    if state is None:
        say(f"No lab is running on {data_dir}.")
        return 0
    if state.pid <= 1:
        raise LabError(f"The lab on {data_dir} is just starting. Try again in a moment.")
    os.kill(state.pid, signal.SIGTERM)
    deadline_s = time.monotonic() + STOP_TIMEOUT_S
    while read_running(data_dir) is not None:
        if time.monotonic() > deadline_s:
            raise LabError(f"The lab (process {state.pid}) does not end. See ./lab logs.")
        time.sleep(POLL_INTERVAL_S)
    say("Stopped.")
    return 0


def status(data_dir: Path, *, as_json: bool = False) -> int:
    """Print what runs. Exit code 0 if all of it does, 3 if not (as systemctl and LSB say it)."""
    state = read_running(data_dir)
    if as_json:
        print(json.dumps(_as_json(state, data_dir), indent=2))
        return 0 if _is_whole(state) else 3
    if state is None:
        print(f"not running (data folder {data_dir})")
        return 3
    address = state.address or _without_page(state)
    print(f"{address}  (process {state.pid}, data folder {data_dir}{_age(state)})")
    ready = _readiness(state)
    if ready is not None and ready.get("workers") not in (None, "ok"):
        print(f"  workers: {ready['workers']}")
    for name, pid in state.services.items():
        print(f"  {name:<20} {'waiting for its restart' if pid is None else f'process {pid}'}")
    if (made_at := _newest_backup_at(data_dir)) is not None:
        print(f"  newest scheduled backup: {made_at:%Y-%m-%d %H:%M} UTC")
    return 0 if _is_whole(state) else 3


def _is_whole(state: InstanceState | None) -> bool:
    if state is None or (state.address is None and state.computes_for is None):
        return False
    return all(state.services.values())


def _without_page(state: InstanceState) -> str:
    return "starting" if state.computes_for is None else f"computing for {state.computes_for}"


def _as_json(state: InstanceState | None, data_dir: Path) -> dict[str, object]:
    """A service without a process waits for its restart."""
    made_at = _newest_backup_at(data_dir)
    common = {
        "data_dir": str(data_dir),
        "is_whole": _is_whole(state),
        "newest_backup_at": None if made_at is None else made_at.isoformat(),
    }
    if state is None:
        return {"state": "not running", **common, "services": {}}
    return {
        "state": "starting" if state.address is state.computes_for is None else "running",
        **common,
        "address": state.address,
        "computes_for": state.computes_for,
        "pid": state.pid,
        "started_at_unix_s": state.started_at_unix_s,
        "services": state.services,
        "readiness": _readiness(state),
    }


def _readiness(state: InstanceState) -> dict[str, object] | None:
    """What the lab itself says (GET /api/ready); None: it does not answer."""
    if state.address is None:
        return None
    try:
        with urllib.request.urlopen(f"{state.address}/api/ready", timeout=READY_TIMEOUT_S) as said:
            return dict(json.load(said))
    except urllib.error.HTTPError as error:
        try:
            return dict(json.load(error))
        except (ValueError, TypeError):
            return None
    except (OSError, ValueError, TypeError):
        return None


def _newest_backup_at(data_dir: Path) -> datetime | None:
    """When the newest of the scheduled backups was begun (UTC); None: there is none."""
    made = scheduled_backups(data_dir)
    return made[-1][0] if made else None


def reset(data_dir: Path, *, confirmed: bool) -> int:
    """Delete all runs and settings of this folder, after asking."""
    lock = InstanceLock(data_dir)
    if not data_dir.exists():
        say(f"There is nothing in {data_dir}.")
        return 0
    lock.acquire()
    try:
        if not (confirmed or _confirm(f"Delete all runs and results in {data_dir}?")):
            say("Nothing was deleted.")
            return 1
        for name in OWN_FOLDERS:
            shutil.rmtree(data_dir / name, ignore_errors=True)
        (data_dir / MIGRATED_STAMP).unlink(missing_ok=True)
        (data_dir / PAPERS_STAMP).unlink(missing_ok=True)
        shutil.rmtree(runtime_dir(data_dir), ignore_errors=True)
    finally:
        lock.release()
    (data_dir / LOCK_NAME).unlink(missing_ok=True)
    say(f"{data_dir} is empty now.")
    return 0


def logs(data_dir: Path, service: str | None, *, follow: bool) -> int:
    """Print the end of one service's log, or of all; `follow` keeps printing new lines."""
    files = log_files(data_dir)
    if not files:
        say(f"No logs in {data_dir}: nothing was started there yet.")
        return 0
    if service is not None and service not in files:
        raise LabError(f"There is no log {service!r}; there are: {', '.join(files)}", exit_code=2)
    shown = {service: files[service]} if service is not None else files
    for name, path in shown.items():
        if len(shown) > 1:
            print(f"==> {name}")
        with path.open(errors="replace") as file:
            sys.stdout.writelines(deque(file, SHOWN_LINES))
    if follow:
        _follow(shown)
    return 0


def _follow(files: dict[str, Path]) -> None:
    """Print new lines until Ctrl-C."""
    opened = {name: path.open(errors="replace") for name, path in files.items()}
    for file in opened.values():
        file.seek(0, os.SEEK_END)
    try:
        while True:
            for name, file in opened.items():
                for line in file:
                    sys.stdout.write(f"{name} | {line}" if len(opened) > 1 else line)
            sys.stdout.flush()
            time.sleep(POLL_INTERVAL_S)
    except KeyboardInterrupt:
        return


def _confirm(question: str) -> bool:
    if not sys.stdin.isatty():
        raise LabError(f"{question} Say so with: ./lab reset --yes", exit_code=2)
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def _age(state: InstanceState) -> str:
    if not state.started_at_unix_s:
        return ""
    minutes = (time.time() - state.started_at_unix_s) / 60
    return f", up for {minutes:.0f} min"
