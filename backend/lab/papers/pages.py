"""The pages of the papers as JSON, made once per process.

A page holds what thousands of units say, and takes a second or two to make. It is made soon after
the start, before anybody asks, and nobody who asks meanwhile makes it a second time.
"""

from functools import cache
from threading import Lock
from typing import Final, get_args

import structlog
from anyio import sleep, to_thread

from lab_model.papers.catalog import list_papers, read_paper
from lab_model.papers.claims import PaperName

NAMES: Final[tuple[PaperName, ...]] = get_args(PaperName)
PREPARED_AFTER_S: Final = 5.0
"""The first screen comes first."""

log = structlog.get_logger("lab.papers")

_LOCKS: Final = {name: Lock() for name in NAMES}


def page_json(name: PaperName) -> str:
    """The page of a paper."""
    with _LOCKS[name]:
        return _page_json(name)


def list_json() -> str:
    """The list of papers, which counts the verdicts of their pages."""
    for name in NAMES:
        page_json(name)
    return _list_json()


async def prepare_pages() -> None:
    """Make all pages, a little after the start. Leaving does not wait for it."""
    await sleep(PREPARED_AFTER_S)
    try:
        await to_thread.run_sync(list_json, abandon_on_cancel=True)
    except Exception:
        # Whoever asks for the page is told; the lab goes on without it.
        log.exception("papers_not_prepared")


@cache
def _page_json(name: PaperName) -> str:
    return read_paper(name).model_dump_json()


@cache
def _list_json() -> str:
    return list_papers().model_dump_json()
