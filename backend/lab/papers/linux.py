"""HTTP of the comparison with Linux. The answers change with the release only."""

from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import Response

from lab.context import Context
from lab.exports.endpoints import limit_exports
from lab.kit.etag import json_or_not_modified
from lab.kit.zip_response import ZIP_RESPONSES, ZipResponse
from lab_model.datasets import dataset_zip
from lab_model.kernel.dataset import kernel_dataset
from lab_model.kernel.page import DATASET_NAME, KernelComparison, kernel_comparison

router = APIRouter(prefix="/api/kernel", tags=["kernel"])


@router.get("", operation_id="readKernelComparison", response_model=KernelComparison)
def read(request: Request) -> Response:
    """The core beside Linux's TCP: every number of both, case by case, and how far apart."""
    return json_or_not_modified(request, _page_json(_public_url(request)))


@router.get(
    "/data",
    operation_id="exportKernelComparison",
    response_class=ZipResponse,
    responses=ZIP_RESPONSES,
    dependencies=[limit_exports],
)
def export(request: Request) -> Response:
    """The comparison as a data set: a card, and tables in Parquet, in a ZIP."""
    content = b"".join(dataset_zip(kernel_dataset(), _public_url(request)))
    headers = {"Content-Disposition": f'attachment; filename="{DATASET_NAME}.zip"'}
    return ZipResponse(content, headers=headers)


def _public_url(request: Request) -> str:
    """Empty where there are no settings: a site is written without any."""
    context: Context | None = getattr(request.app.state, "context", None)
    return "" if context is None else context.settings.public_url


@cache
def _page_json(public_url: str) -> str:
    return kernel_comparison(public_url).model_dump_json()
