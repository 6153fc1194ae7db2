"""HTTP of the papers. What they answer changes with the release only."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from lab.errors import NotFound, refuses
from lab.kit.etag import json_or_not_modified
from lab.papers.pages import NAMES, list_json, page_json
from lab_model.papers.schemas import Paper, PaperList

router = APIRouter(prefix="/api/papers", tags=["papers"])


@router.get("", operation_id="listPapers", response_model=PaperList)
def list_all(request: Request) -> Response:
    """The papers whose numbers the lab computes again, with how many of them agree."""
    return json_or_not_modified(request, list_json())


@router.get("/{name}", operation_id="readPaper", response_model=Paper)
@refuses(NotFound)
def read(request: Request, name: str) -> Response:
    """The page of a paper: every published number, ours beside it, and the verdict."""
    for known in NAMES:
        if name == known:
            return json_or_not_modified(request, page_json(known))
    raise NotFound(f"There is no paper '{name[:80]}'. There are {', '.join(NAMES)}.")
