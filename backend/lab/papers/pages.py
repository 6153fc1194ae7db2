"""The pages of the papers as JSON, made once per process.

A page summarises thousands of units, and takes seconds to make. All are made soon after the start,
before the first request, by a process of their own, so that other requests of these seconds do not
wait for them. A request for a page in the meantime waits and does not make it a second time.

    python -m lab.papers.pages      writes all of them to standard output, as one object
"""

import json
import os
import sys
from functools import cache
from threading import Lock
from typing import Final, get_args

import structlog
from anyio import run_process, sleep

from lab_model.papers.catalog import list_papers, read_paper
from lab_model.papers.claims import PaperName

NAMES: Final[tuple[PaperName, ...]] = get_args(PaperName)
PREPARED_AFTER_S: Final = 5.0
"""The first screen comes first."""
NICENESS: Final = 10
LIST: Final = "list"
"""Beside the names of papers: the list of them, which counts the verdicts of their pages."""

log = structlog.get_logger("lab.papers")

_LOCKS: Final = {name: Lock() for name in NAMES}
_prepared: dict[str, str] = {}


def page_json(name: PaperName) -> str:
    """The page of a paper."""
    if name in _prepared:
        return _prepared[name]
    with _LOCKS[name]:
        return _page_json(name)


def list_json() -> str:
    """The list of papers."""
    if LIST in _prepared:
        return _prepared[LIST]
    for name in NAMES:
        page_json(name)
    return _list_json()


async def prepare_pages() -> None:
    """Have all pages made, a little after the start. Leaving ends that."""
    await sleep(PREPARED_AFTER_S)
    try:
        made = await run_process([sys.executable, "-m", __name__])
        _prepared.update(json.loads(made.stdout))
    except Exception:
        # The lab runs without it: a request for a page makes it, or gets the error.
        log.exception("papers_not_prepared")


@cache
def _page_json(name: PaperName) -> str:
    return read_paper(name).model_dump_json()


@cache
def _list_json() -> str:
    return list_papers().model_dump_json()


def _write_all() -> None:
    os.nice(NICENESS)
    pages = {name: _page_json(name) for name in NAMES}
    json.dump({**pages, LIST: _list_json()}, sys.stdout)


if __name__ == "__main__":
    _write_all()
