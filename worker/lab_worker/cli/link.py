"""Runs behind a link, asked for from the server that it leads to."""

import json
import re
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from lab_worker.cli.errors import InputError, RunFailedError
from lab_worker.cli.stored_run import StoredRun, run_of_document

_TIMEOUT_S: Final = 30
_SHARED: Final = re.compile(r"/(?:s|embed)/([A-Za-z0-9_-]{22})/?")
_RUN: Final = re.compile(r"(?:/api)?/runs/([0-9a-fA-F-]{36})/?")


@dataclass(frozen=True)
class _Question:
    """What to ask a server. The token is in a header only: addresses get into logs."""

    address: str
    headers: dict[str, str]


def is_link(text: str) -> bool:
    """Whether it is an address and no file."""
    return text.startswith(("http://", "https://"))


def read_link(link: str) -> list[StoredRun]:
    """The runs that a link shows, in their order. Raises `InputError`, `RunFailedError`."""
    document = _ask(_question(link))
    if "runs" not in document:
        return [run_of_document(document, "The link")]
    if not document["runs"]:
        raise InputError("The link shows no single runs, so there is nothing to compute again")
    return [run_of_document(run, "The link") for run in document["runs"]]


def _question(link: str) -> _Question:
    parts = urlsplit(link)
    site = f"{parts.scheme}://{parts.netloc}"
    if shared := _SHARED.fullmatch(parts.path):
        return _Question(f"{site}/api/shared", {"X-Lab-Share": shared[1]})
    if run := _RUN.fullmatch(parts.path):
        return _Question(f"{site}/api/runs/{run[1]}", {})
    raise InputError("The link must be one of a result: its path is /s/TOKEN or /runs/ID")


def _ask(question: _Question) -> dict[str, Any]:
    request = urllib.request.Request(question.address, headers=question.headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:  # noqa: S310  http
            document = json.load(answer)
    except urllib.error.HTTPError as error:
        raise InputError(_detail(error)) from None
    except OSError as error:
        raise RunFailedError(f"The server of the link does not answer: {error}") from None
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise InputError("What answers at the link is no FaiRTT Lab")
    return document


def _detail(error: urllib.error.HTTPError) -> str:
    """What the server says, which is written for people."""
    try:
        detail = json.load(error)["detail"]
    except (ValueError, KeyError, TypeError):
        detail = error.reason
    return f"The server of the link says: {detail}"
