"""`algorithm enter`: store a module in a lab, enter it in the league, and wait for its places."""

import base64
import os
import time
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.lab_connection import Address, LabConnection, RefusedError, UnreachableError
from lab_exec.errors import InputError
from lab_exec.wasm_module import load_module

KEY_VARIABLE: Final = "LAB_OWNER_KEY"
_PAUSE_S: Final = 2.0
_OPEN: Final = frozenset({"waiting", "running"})
_MOST_SOURCE_CHARACTERS: Final = 200_000

Json = dict[str, Any]


def owner_key() -> str:
    """Of the environment. Raises InputError where there is none."""
    key = os.environ.get(KEY_VARIABLE, "")
    if not key:
        raise InputError(
            f"{KEY_VARIABLE} is not set; it must be your key of that lab, 22 to 128 letters, "
            "digits, - and _ (My work shows it): its holder may withdraw the entry"
        )
    return key


def enter(path: Path, source: Path, address: Address, said: Json, *, waits: bool) -> bool:
    """Whether it is in the league, or will be. `said`: build_line, licence and author.

    Raises InputError for what is wrong with the files or what the lab refuses.
    """
    module = load_module(path)
    stored = {name: said[name] for name in ("build_line", "licence")}
    content = base64.b64encode(path.read_bytes()).decode()
    body = {"content_base64": content, "source_text": _text(source), **stored}
    with LabConnection(address) as lab:
        _ask(lab, "POST", "algorithms/modules", body)
        wanted = {"sha256": module.sha256, "author": said["author"]}
        entry = _ask(lab, "POST", "league/entries", wanted)
        print(f"{entry['title']} is entered in the league of {address.url}.")
        while waits and entry["state"] in _OPEN:
            time.sleep(_PAUSE_S)
            [entry] = [
                each
                for each in _ask(lab, "GET", "league/entries")
                if each["sha256"] == module.sha256
            ]
        return _report(lab, entry)


def _ask(lab: LabConnection, method: str, path: str, body: Json | None = None) -> Any:
    """The answer. Raises InputError with what the lab says."""
    try:
        return lab.ask(method, path, body)
    except RefusedError as error:
        raise InputError(f"--url: {error}" if error.kind == "no-lab" else str(error)) from None
    except UnreachableError as error:
        raise InputError(f"--url: the lab does not answer: {error}") from None


def _report(lab: LabConnection, entry: Json) -> bool:
    done, failed = entry["finished_unit_count"], entry["failed_unit_count"]
    print(f"{entry['state']}: {done} of {entry['unit_count']} runs computed, {failed} failed")
    for reason in entry["reasons"]:
        print(f"  {reason}")
    if entry["state"] != "done":
        return bool(entry["state"] != "failed")
    last = entry["first_seed"] + entry["seed_count"] - 1
    print(f"Seeds {entry['first_seed']} to {last}. Places:")
    for ranking in _ask(lab, "GET", "league")["rankings"]:
        places = {row["key"]: row["place"] for row in ranking["rows"]}
        place = places.get(entry["name"])
        if place is None:
            print(f"  {ranking['title'].lower()}: not ranked")
            continue
        tie = "=" if list(places.values()).count(place) > 1 else ""
        print(f"  {ranking['title'].lower()}: {place}{tie} of {len(places)}")
    return True


def _text(source: Path) -> str:
    try:
        text = source.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"--source '{source}' cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"--source '{source}' is not UTF-8 text") from None
    if len(text) > _MOST_SOURCE_CHARACTERS:
        raise InputError(
            f"--source '{source}' has {len(text)} characters; at most {_MOST_SOURCE_CHARACTERS}"
        )
    return text
