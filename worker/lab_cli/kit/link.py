"""Runs and experiments behind a link, asked for from the server that it leads to."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import IO, Any, Final
from urllib.parse import urlsplit

from lab_cli.kit.lab_connection import (
    NO_LAB,
    Address,
    LabConnection,
    RefusedError,
    UnreachableError,
)
from lab_cli.kit.stored_experiment import StoredExperiment, stored_experiment
from lab_cli.kit.stored_run import StoredRun, run_of_document
from lab_exec.errors import InputError, RunFailedError
from lab_model.exports.reading import read_lines
from lab_model.modules import MOST_STORED_BYTES, NAME_PREFIX, module_name, modules_named_in

Json = dict[str, Any]

_MOST_DOCUMENT_BYTES: Final = 500_000_000
_SHARED: Final = re.compile(r"/(?:s|embed)/([A-Za-z0-9_-]{22})/?")
_EXPERIMENT: Final = re.compile(r"(?:/api)?/experiments/([0-9a-fA-F-]{36})/?")
_RUN: Final = re.compile(r"(?:/api)?/runs/([0-9a-fA-F-]{36})/?")


@dataclass(frozen=True)
class Linked:
    """The runs and experiments of a link, each in its order. A comparison may have both."""

    runs: list[StoredRun]
    experiments: list[StoredExperiment]


def is_link(text: str) -> bool:
    """Whether it is an address and no file."""
    return text.startswith(("http://", "https://"))


def read_link(link: str) -> Linked:
    """The content of a link. Raises `InputError`, `RunFailedError`."""
    try:
        parts = urlsplit(link)
        is_address = bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_address = False
    if not is_address:
        raise InputError(
            "The link has no address of a lab: it must be like http://HOST:PORT/s/TOKEN"
        )
    site = f"{parts.scheme}://{parts.netloc}"
    if shared := _SHARED.fullmatch(parts.path):
        # The token is in a header only: addresses get into logs.
        return _shown(site, _ask(site, "shared", {"X-Lab-Share": shared[1]}))
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
    return _with_modules(site, run_of_document(_ask(site, f"runs/{run_id}"), "The link"))


def _with_modules(site: str, run: StoredRun) -> StoredRun:
    return replace(run, modules=_modules(site, run.scenario))


def _modules(site: str, document: Any) -> dict[str, bytes]:
    """The modules that the document names, from the lab that shows it."""
    found = {}
    for name in sorted(modules_named_in(document)):
        digest = name.removeprefix(NAME_PREFIX)
        with _opened(site, f"algorithms/modules/{digest}/file") as answer:
            content = answer.read(MOST_STORED_BYTES + 1)
        if module_name(content) != name:
            raise InputError(f"What the server of the link gives as {name} has other bytes")
        found[name] = content
    return found


def _experiment(site: str, experiment_id: str) -> StoredExperiment:
    path = f"experiments/{experiment_id}"
    read = _ask(site, path)
    with _opened(site, f"{path}/table.csv") as answer:
        lines = read_lines(answer, "table.csv")
        try:
            stored = stored_experiment(read, read["experiment"], lines, "the link")
            return replace(stored, modules=_modules(site, read["experiment"]))
        except KeyError as error:
            raise InputError(f"The link holds no experiment: {error} is missing") from None


def _ask(site: str, path: str, headers: dict[str, str] | None = None) -> Json:
    with _opened(site, path, headers) as answer:
        content = answer.read(_MOST_DOCUMENT_BYTES + 1)
    if len(content) > _MOST_DOCUMENT_BYTES:
        raise InputError(f"What the link shows has more than {_MOST_DOCUMENT_BYTES} bytes")
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise InputError("The server of the link is not a FaiRTT Lab")
    return document


@contextmanager
def _opened(site: str, path: str, headers: dict[str, str] | None = None) -> Iterator[IO[bytes]]:
    try:
        with LabConnection(Address(site, "")) as lab, lab.streamed(path, headers) as answer:
            yield answer
    except RefusedError as error:
        said = str(error) if error.kind == NO_LAB else f"The server of the link says: {error}"
        raise InputError(said) from None
    except UnreachableError as error:
        if error.status is not None:
            raise InputError(f"The server of the link says: {error}") from None
        raise RunFailedError(f"The server of the link does not answer: {error}") from None
