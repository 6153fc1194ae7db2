"""HTTP of the papers. The answers change with the release only."""

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from lab.context import Context
from lab.errors import NotFound, refuses
from lab.exports.endpoints import limit_exports
from lab.kit.etag import json_or_not_modified
from lab.kit.zip_response import ZIP_RESPONSES, ZipResponse
from lab.papers.data import DataSets
from lab.papers.pages import NAMES, list_json, page_json
from lab_model.papers.claims import PaperName
from lab_model.papers.schemas.page import Paper, PaperList

router = APIRouter(prefix="/api/papers", tags=["papers"])

_DATA_SETS: Final = DataSets()


@router.get("", operation_id="listPapers", response_model=PaperList)
def list_all(request: Request) -> Response:
    """The papers whose numbers the lab computes again, with how many of them agree."""
    return json_or_not_modified(request, list_json())


@router.get("/{name}", operation_id="readPaper", response_model=Paper)
@refuses(NotFound)
def read(request: Request, name: str) -> Response:
    """The page of a paper: every published number, ours beside it, and the verdict."""
    return json_or_not_modified(request, page_json(_known(name)))


@router.get(
    "/{name}/data",
    operation_id="exportPaper",
    response_class=ZipResponse,
    responses=ZIP_RESPONSES,
    dependencies=[limit_exports],
)
@refuses(NotFound)
async def export(request: Request, name: str) -> Response:
    """The page and every run behind it as a data set: a card, and tables in Parquet, in a ZIP."""
    context: Context = request.app.state.context
    known = _known(name)
    content = await _DATA_SETS.zip_of(known, context.settings.public_url)
    file_name = f"fairtt-lab-{known}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"'}
    return ZipResponse(content, headers=headers)


def _known(name: str) -> PaperName:
    for known in NAMES:
        if name == known:
            return known
    raise NotFound(f"There is no paper '{name[:80]}'. There are {', '.join(NAMES)}.")
