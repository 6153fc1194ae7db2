"""A whole class in a contest: 40 students with 5 entries each, against a lab that runs.

    ./lab up --workers 2
    .venv/bin/python -m lab_research.bench.contest http://127.0.0.1:8000

Every entry is a module of its own (one of those in sim-core/modules with a mark behind its code),
so that no result of one serves another. What is measured begins when the contest ends.
"""

import argparse
import base64
import hashlib
import secrets
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from lab_cli.kit.lab_connection import (
    LabConnection,
    RefusedError,
    UnreachableError,
    read_address,
)
from lab_exec.errors import InputError
from lab_research.places import ROOT

STUDENTS: Final = 40
ENTRIES: Final = 5
LIMIT_S: Final = 600.0
LAB: Final = "bufferbloat-at-home"
MODULES: Final = ROOT / "sim-core" / "modules"
_EVERY_S: Final = 2.0
_SAID_EVERY_S: Final = 20.0


class Browser:
    """A participant with their own key."""

    def __init__(self, address: str) -> None:
        key = hashlib.sha256(secrets.token_bytes(32)).hexdigest()
        self._lab = LabConnection(read_address(address, key, None, plain_http=True, is_owner=True))

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer, once there is room for the request. Raises `InputError`."""
        while True:
            try:
                return self._lab.ask(method, path, body)
            except RefusedError as error:
                raise InputError(f"{method} {path}: {error.status} {error}") from None
            except UnreachableError as error:
                if error.retry_after_s is None:
                    raise InputError(f"{method} {path}: {error}") from None
                time.sleep(error.retry_after_s)


def play(address: str, students: int, entries: int) -> float:
    """The seconds from the end of the contest to the last score; prints how it went."""
    teacher = Browser(address)
    name = {"lab_id": LAB, "name": "Contest under load"}
    classroom = teacher.ask("POST", "classes", name)["classroom"]
    contest = f"classes/{classroom['id']}/contest"
    ends_at = (datetime.now(UTC) + timedelta(hours=2)).isoformat()
    teacher.ask("PUT", contest, {"ends_at": ends_at, "entries_per_student": entries})
    began_s = time.monotonic()
    for student in range(students):
        _enter_all(address, classroom["code"], student, entries)
    print(
        f"{students * entries} entries of {students} students: {time.monotonic() - began_s:.0f} s"
    )
    began_s = time.monotonic()
    said = teacher.ask("POST", f"{contest}/end")
    said_s = began_s
    while said["state"] != "done":
        time.sleep(_EVERY_S)
        said = teacher.ask("GET", contest)
        if time.monotonic() - said_s > _SAID_EVERY_S:
            said_s = time.monotonic()
            done, every = said["finished_run_count"], said["run_count"]
            print(f"{said_s - began_s:5.0f} s: {done} of {every} runs", flush=True)
    took_s = time.monotonic() - began_s
    if len(said["rows"]) != students or len(said["entries"]) != students * entries:
        raise InputError(f"the board has {len(said['rows'])} of {students} students")
    failed = sum(each["state"] == "failed" for each in said["entries"])
    print(f"judged {took_s / 60:.1f} min after the end, {failed} entries failed")
    return took_s


def _enter_all(address: str, code: str, student: int, entries: int) -> None:
    browser = Browser(address)
    kinds = sorted(path.stem for path in MODULES.glob("*.wasm"))
    joined = browser.ask("POST", "class-joins", {"code": code, "alias": f"Student {student}"})
    for place in range(entries):
        kind = kinds[(student + place) % len(kinds)]
        body = {"content_base64": base64.b64encode(_module(kind)).decode()}
        stored = browser.ask("POST", "algorithms/modules", body)
        entry = {"sha256": stored["sha256"], "title": f"{kind} {student}.{place}"}
        browser.ask("POST", f"lab-attempts/{joined['attempt_id']}/contest/entries", entry)


def _module(kind: str) -> bytes:
    """A module with a custom section of random bytes: only its digest is new."""
    content = (MODULES / f"{kind}.wasm").read_bytes()
    mark = b"\x04mark" + secrets.token_bytes(16)
    return content + b"\x00" + bytes([len(mark)]) + mark


def main() -> int:
    """0 where the whole contest was judged within ten minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", help="of a lab that runs, as a browser opens it")
    parser.add_argument("--students", type=int, default=STUDENTS)
    parser.add_argument("--entries", type=int, default=ENTRIES, choices=range(1, ENTRIES + 1))
    arguments = parser.parse_args()
    try:
        took_s = play(arguments.address, arguments.students, arguments.entries)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if took_s <= LIMIT_S else 1


if __name__ == "__main__":
    sys.exit(main())
