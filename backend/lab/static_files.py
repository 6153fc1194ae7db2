"""The built interface, so that one port is enough."""

import os
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

# The build puts a hash of the content into the name of every file under assets/.
HASHED_FOLDER = "assets/"
CACHE_HASHED = "public, max-age=31536000, immutable"
CACHE_CHECKED = "no-cache"
# A browser wants it anew with every page that is opened in a window.
ICON = "favicon.svg"
CACHE_DAY = "public, max-age=86400"
# The build puts compressed forms beside its files, by content coding (RFC 9110, 8.4.1), the
# smallest first.
COMPRESSED: Final = {"br": ".br", "gzip": ".gz"}


class InterfaceFiles(StaticFiles):
    """Files as they are; every other path is a page of the interface, which is index.html."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory, html=True)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page. Raises 404 for files that are not there."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not _is_page(path):
                raise
            response = await super().get_response("index.html", scope)
        response.headers["Cache-Control"] = _cache_of(path)
        return response

    def file_response(
        self,
        full_path: os.PathLike[str] | str,
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file, in the smallest form that is there and that the browser reads."""
        headers = Headers(scope=scope)
        for coding in _codings(headers.get("accept-encoding", "")):
            compressed = Path(f"{os.fspath(full_path)}{COMPRESSED[coding]}")
            if not compressed.is_file():
                continue
            media_type, _ = guess_type(full_path)
            response = FileResponse(
                compressed,
                status_code=status_code,
                media_type=media_type or "application/octet-stream",
                headers={"Content-Encoding": coding, "Vary": "Accept-Encoding"},
                stat_result=compressed.stat(),
            )
            if self.is_not_modified(response.headers, headers):
                return NotModifiedResponse(response.headers)
            return response
        return super().file_response(full_path, stat_result, scope, status_code)


def _codings(accepted: str) -> list[str]:
    """Those of `COMPRESSED` that an Accept-Encoding names and does not refuse with `q=0`."""
    named = {}
    for item in accepted.lower().split(","):
        name, _, weight = item.replace(" ", "").partition(";q=")
        named[name] = weight not in {"0", "0.0", "0.00", "0.000"}
    return [coding for coding in COMPRESSED if named.get(coding, False)]


def _cache_of(path: str) -> str:
    if path.startswith(HASHED_FOLDER):
        return CACHE_HASHED
    return CACHE_DAY if path == ICON else CACHE_CHECKED


def _is_page(path: str) -> bool:
    """Pages have no file extension, and the API has none of them."""
    return path.split("/", maxsplit=1)[0] != "api" and "." not in Path(path).name
