"""HTTP of the papers. What they answer changes with the release only."""

from functools import cache
from typing import get_args

from fastapi import APIRouter, Request
from fastapi.responses import Response

from lab.errors import NotFound
from lab.kit.etag import json_or_not_modified
from lab.papers.catalog import list_papers, read_paper
from lab.papers.claims import PaperName
from lab.papers.schemas import Paper, PaperList

NAMES: tuple[PaperName, ...] = get_args(PaperName)

router = APIRouter(prefix="/api/papers", tags=["papers"])


@router.get("", operation_id="listPapers", response_model=PaperList)
def list_all(request: Request) -> Response:
    """The papers whose numbers the lab computes again, with how many of them agree."""
    return json_or_not_modified(request, _list())


@router.get("/{name}", operation_id="readPaper", response_model=Paper)
def read(request: Request, name: str) -> Response:
    """The page of a paper: every published number, ours beside it, and the verdict."""
    for known in NAMES:
        if name == known:
            return json_or_not_modified(request, _page(known))
    raise NotFound(f"There is no paper '{name[:80]}'. There are {', '.join(NAMES)}.")


@cache
def _list() -> str:
    return list_papers().model_dump_json()


@cache
def _page(name: PaperName) -> str:
    return read_paper(name).model_dump_json()
