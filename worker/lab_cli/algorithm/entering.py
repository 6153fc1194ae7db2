"""`algorithm enter`: store a module in a lab, enter it in the league, and wait for its places."""

import base64
import json
import os
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from lab_exec.errors import InputError
from lab_exec.wasm_module import load_module

KEY_VARIABLE: Final = "LAB_OWNER_KEY"
_TIMEOUT_S: Final = 30.0
_PAUSE_S: Final = 2.0
_OPEN: Final = frozenset({"waiting", "running"})
_MOST_SOURCE_CHARACTERS: Final = 200_000

Json = dict[str, Any]


def enter(path: Path, source: Path, url: str, said: Json, *, waits: bool) -> bool:
    """Whether it is in the league, or will be. `said`: build_line, licence and author.

    Raises InputError for what is wrong with the files or what the lab refuses.
    """
    module = load_module(path)
    lab = _Lab(url)
    stored = {name: said[name] for name in ("build_line", "licence")}
    content = base64.b64encode(path.read_bytes()).decode()
    body = {"content_base64": content, "source_text": _text(source), **stored}
    lab.ask("POST", "/api/algorithms/modules", body)
    wanted = {"sha256": module.sha256, "author": said["author"]}
    entry = lab.ask("POST", "/api/league/entries", wanted)
    print(f"{entry['title']} is entered in the league of {lab.site}.")
    while waits and entry["state"] in _OPEN:
        time.sleep(_PAUSE_S)
        [entry] = [
            each
            for each in lab.ask("GET", "/api/league/entries")
            if each["sha256"] == module.sha256
        ]
    return _report(lab, entry)


def _report(lab: "_Lab", entry: Json) -> bool:
    done, failed = entry["finished_unit_count"], entry["failed_unit_count"]
    print(f"{entry['state']}: {done} of {entry['unit_count']} runs computed, {failed} failed")
    for reason in entry["reasons"]:
        print(f"  {reason}")
    if entry["state"] != "done":
        return bool(entry["state"] != "failed")
    last = entry["first_seed"] + entry["seed_count"] - 1
    print(f"Seeds {entry['first_seed']} to {last}. Places:")
    for ranking in lab.ask("GET", "/api/league")["rankings"]:
        places = {row["key"]: row["place"] for row in ranking["rows"]}
        place = places.get(entry["name"])
        shown = "none" if place is None else place
        if place is not None and list(places.values()).count(place) > 1:
            shown = f"{place}="
        print(f"  {ranking['title'].lower()}: {shown} of {len(places)}")
    return True


def _text(source: Path) -> str:
    try:
        text = source.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"--source '{source}' cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"--source '{source}' is no text in UTF-8") from None
    if len(text) > _MOST_SOURCE_CHARACTERS:
        raise InputError(
            f"--source '{source}' has {len(text)} characters; at most {_MOST_SOURCE_CHARACTERS}"
        )
    return text


class _Lab:
    """One lab, asked with the key of the environment."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise InputError(f"--url is '{url}'; it must be like https://lab.example.org")
        self.site = f"{parts.scheme}://{parts.netloc}"
        key = os.environ.get(KEY_VARIABLE, "")
        if not key:
            raise InputError(
                f"{KEY_VARIABLE} is not set; it must be your key of that lab, 22 to 128 letters, "
                "digits, - and _ (My work shows it): who has it may withdraw the entry"
            )
        self._headers = {
            "X-Lab-Owner": key,
            "Accept": "application/json",
            "Content-Type": "application/json",
        }

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """The answer. Raises InputError with what the lab says."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(  # noqa: S310  http
            self.site + path, data=data, headers=self._headers, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:  # noqa: S310  http
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise InputError(_refusal(self.site, error)) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise InputError(f"--url: {self.site} does not answer as a lab: {reason}") from None


def _refusal(site: str, error: urllib.error.HTTPError) -> str:
    try:
        detail = json.loads(error.read())["detail"]
    except (OSError, ValueError, KeyError, TypeError):
        return f"--url: {site} answers {error.code} and is no lab with a league"
    return str(detail)
