"""The pages of links: the interface's page, with a head that messengers and platforms read.

Their preview is made by programs that run no script, so title, text and picture are written by the
server. A link that shows nothing gets the bare page with status 404, whatever the reason.
"""

from html import escape
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from sqlalchemy.orm import Session

from lab.kit.dependencies import DatabaseSession
from lab.kit.security_headers import framed_by
from lab.models import Share
from lab.settings import Settings
from lab.shares import repository
from lab.shares.descriptions import description_of
from lab.shares.oembed import oembed_address
from lab.shares.preview import preview_png
from lab.shares.service import require_open
from lab.shares.token import PathToken
from lab_model.pictures.canvas import PREVIEW_HEIGHT_PX, PREVIEW_WIDTH_PX

SITE_NAME: Final = "FaiRTT Lab"
# A HEAD that is not answered here would get the interface's page, whatever the token.
_READING: Final = ["GET", "HEAD"]
# The address is the secret, and what it shows is for those who were given it.
PRIVATE_HEADERS: Final = {
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
    "Cache-Control": "no-store",
}


def share_pages(settings: Settings) -> APIRouter:
    """`/s/{token}`, `/embed/{token}` and the picture of a link."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/s/{token}", methods=_READING)
    def page(session: DatabaseSession, request: Request, token: PathToken) -> Response:
        return _page(session, settings, request, repository.find_open(session, token))

    @router.api_route("/embed/{token}", methods=_READING)
    def embed(session: DatabaseSession, request: Request, token: PathToken) -> Response:
        share = repository.find_open(session, token)
        shown = share if share is not None and share.is_embeddable else None
        response = _page(session, settings, request, shown)
        response.headers["Content-Security-Policy"] = framed_by(settings.embed_ancestors)
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    @router.api_route("/s/{token}/preview.png", methods=_READING)
    def preview(session: DatabaseSession, token: PathToken) -> Response:
        picture = preview_png(session, require_open(session, token))
        headers = {**PRIVATE_HEADERS, "Cross-Origin-Resource-Policy": "cross-origin"}
        return Response(picture, media_type="image/png", headers=headers)

    return router


def _page(session: Session, settings: Settings, request: Request, share: Share | None) -> Response:
    html = _interface_page(settings.static_dir)
    head = "" if share is None else _head(request, share, description_of(session, share))
    return HTMLResponse(
        html.replace("</head>", f"{head}</head>", 1),
        status_code=200 if share is not None else 404,
        headers=PRIVATE_HEADERS,
    )


def _interface_page(static_dir: Path | None) -> str:
    """The built page; where the interface is served by another server, a page without it."""
    if static_dir is None:
        return "<!doctype html><html lang='en'><head></head><body></body></html>"
    return (static_dir / "index.html").read_text(encoding="utf-8")


def _head(request: Request, share: Share, description: str) -> str:
    address = f"{request.base_url}s/{request.path_params['token']}"
    title = escape(share.title or SITE_NAME, quote=True)
    text = escape(description, quote=True)
    properties = {
        "og:type": "website",
        "og:site_name": SITE_NAME,
        "og:title": title,
        "og:description": text,
        "og:url": escape(address, quote=True),
        "og:image": escape(f"{address}/preview.png", quote=True),
        "og:image:width": str(PREVIEW_WIDTH_PX),
        "og:image:height": str(PREVIEW_HEIGHT_PX),
    }
    metas = [f'<meta property="{name}" content="{value}">' for name, value in properties.items()]
    metas.append('<meta name="twitter:card" content="summary_large_image">')
    metas.append('<meta name="referrer" content="no-referrer">')
    if share.is_embeddable:
        endpoint = escape(oembed_address(request, address), quote=True)
        metas.append(
            f'<link rel="alternate" type="application/json+oembed" href="{endpoint}" '
            f'title="{title}">'
        )
    return "".join(metas)
