"""The built interface, so that one port is enough."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

# The build puts a hash of the content into the name of every file under assets/.
HASHED_FOLDER = "assets/"
CACHE_HASHED = "public, max-age=31536000, immutable"
CACHE_CHECKED = "no-cache"


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
        cache = CACHE_HASHED if path.startswith(HASHED_FOLDER) else CACHE_CHECKED
        response.headers["Cache-Control"] = cache
        return response


def _is_page(path: str) -> bool:
    """Pages have no file extension, and the API has none of them."""
    return path.split("/", maxsplit=1)[0] != "api" and "." not in Path(path).name
