"""An answer that is an archive."""

from typing import Any, Final

from fastapi.responses import Response

ZIP: Final = "application/zip"
ZIP_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {ZIP: {"schema": {"type": "string", "format": "binary"}}}}
}


class ZipResponse(Response):
    """An archive."""

    media_type = ZIP
