"""Runs and experiments behind a link, asked for from the server that it leads to."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.client import HTTPResponse
from io import TextIOWrapper
from typing import Any, Final
from urllib.parse import urlsplit

from lab_cli.kit.stored_experiment import StoredExperiment, stored_experiment
from lab_cli.kit.stored_run import StoredRun, run_of_document
from lab_exec.errors import InputError, RunFailedError
from lab_model.modules import MOST_STORED_BYTES, NAME_PREFIX, module_name, modules_named_in

Json = dict[str, Any]

_TIMEOUT_S: Final = 30
_SHARED: Final = re.compile(r"/(?:s|embed)/([A-Za-z0-9_-]{22})/?")
_EXPERIMENT: Final = re.compile(r"(?:/api)?/experiments/([0-9a-fA-F-]{36})/?")
_RUN: Final = re.compile(r"(?:/api)?/runs/([0-9a-fA-F-]{36})/?")


@dataclass(frozen=True)
class Linked:
    """What a link shows, each in its order. A comparison may have both."""

    runs: list[StoredRun]
    experiments: list[StoredExperiment]


def is_link(text: str) -> bool:
    """Whether it is an address and no file."""
    return text.startswith(("http://", "https://"))


def read_link(link: str) -> Linked:
    """What a link shows. Raises `InputError`, `RunFailedError`."""
    parts = urlsplit(link)
    site = f"{parts.scheme}://{parts.netloc}"
    if shared := _SHARED.fullmatch(parts.path):
        # The token is in a header only: addresses get into logs.
        return _shown(site, _ask(f"{site}/api/shared", {"X-Lab-Share": shared[1]}))
    if run := _RUN.fullmatch(parts.path):
        return Linked([_run(site, run[1])], [])
    if experiment := _EXPERIMENT.fullmatch(parts.path):
        return Linked([], [_experiment(site, experiment[1])])
    raise InputError(
        "The link must be one of a result: its path is /s/TOKEN, /runs/ID or /experiments/ID"
    )


def _shown(site: str, share: Json) -> Linked:
    experiment_id, items = share.get("experiment_id"), share.get("items") or []
    if experiment_id is not None:
        return Linked([], [_experiment(site, experiment_id)])
    documents = share.get("runs") or []
    runs = [_with_modules(site, run_of_document(each, "The link")) for each in documents]
    cells: dict[str, set[int]] = {}
    for item in items:
        label = item["label"]
        found = [_run(site, run_id) for run_id in item["run_ids"]]
        runs += [replace(run, name=label or run.name) for run in found]
        if item["experiment_id"] is not None:
            cells.setdefault(item["experiment_id"], set()).add(item["cell_index"])
    experiments = [_experiment(site, each).part(None, chosen) for each, chosen in cells.items()]
    if not runs and not experiments:
        raise InputError("The link shows no runs, so there is nothing to compute again")
    return Linked(runs, experiments)


def _run(site: str, run_id: str) -> StoredRun:
    return _with_modules(site, run_of_document(_ask(f"{site}/api/runs/{run_id}"), "The link"))


def _with_modules(site: str, run: StoredRun) -> StoredRun:
    return replace(run, modules=_modules(site, run.scenario))


def _modules(site: str, document: Any) -> dict[str, bytes]:
    """What the document names, from the lab that shows it."""
    found = {}
    for name in sorted(modules_named_in(document)):
        digest = name.removeprefix(NAME_PREFIX)
        with _opened(f"{site}/api/algorithms/modules/{digest}/file", {}) as answer:
            content = answer.read(MOST_STORED_BYTES + 1)
        if module_name(content) != name:
            raise InputError(f"What the server of the link gives as {name} has other bytes")
        found[name] = content
    return found


def _experiment(site: str, experiment_id: str) -> StoredExperiment:
    address = f"{site}/api/experiments/{experiment_id}"
    read = _ask(address)
    with _opened(f"{address}/table.csv", {}) as answer:
        lines = TextIOWrapper(answer, encoding="utf-8", newline="")
        try:
            stored = stored_experiment(read, read["experiment"], lines, "the link")
            return replace(stored, modules=_modules(site, read["experiment"]))
        except KeyError as error:
            raise InputError(f"The link holds no experiment: {error} is missing") from None


def _ask(address: str, headers: dict[str, str] | None = None) -> Json:
    with _opened(address, headers or {}) as answer:
        try:
            document = json.load(answer)
        except ValueError:
            document = None
    if not isinstance(document, dict):
        raise InputError("What answers at the link is no FaiRTT Lab")
    return document


@contextmanager
def _opened(address: str, headers: dict[str, str]) -> Iterator[HTTPResponse]:
    request = urllib.request.Request(address, headers=headers)  # noqa: S310  http
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:  # noqa: S310  http
            yield answer
    except urllib.error.HTTPError as error:
        raise InputError(_detail(error)) from None
    except OSError as error:
        raise RunFailedError(f"The server of the link does not answer: {error}") from None


def _detail(error: urllib.error.HTTPError) -> str:
    """What the server says, which is written for people."""
    try:
        detail = json.load(error)["detail"]
    except (ValueError, KeyError, TypeError):
        detail = error.reason
    return f"The server of the link says: {detail}"
