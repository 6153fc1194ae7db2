"""oEmbed 1.0 (oembed.com): how learning platforms turn a link into the thing itself."""

from html import escape
from typing import Annotated, Final, Literal
from urllib.parse import quote, urlsplit

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from lab.errors import InvalidInput, NotFound, refuses
from lab.kit.dependencies import DatabaseSession
from lab.kit.problem import ProblemItem
from lab.shares.descriptions import description_of
from lab.shares.service import require_open
from lab.shares.token import token_hash_of
from lab_model.pictures.canvas import PREVIEW_HEIGHT_PX, PREVIEW_WIDTH_PX

WIDTH_PX: Final = 960
HEIGHT_PX: Final = 600
LEAST_PX: Final = 200

router = APIRouter(prefix="/api", tags=["shares"])


class OEmbedRead(BaseModel):
    """The answer of type `rich`."""

    version: Literal["1.0"] = "1.0"
    type: Literal["rich"] = "rich"
    provider_name: str = "FaiRTT Lab"
    provider_url: str
    title: str
    description: str = Field(description="What each of the runs or items is, or the note.")
    html: str
    width: int
    height: int
    thumbnail_url: str = Field(description="Of several runs it shows the first two.")
    thumbnail_width: int = PREVIEW_WIDTH_PX
    thumbnail_height: int = PREVIEW_HEIGHT_PX


@router.get("/oembed", operation_id="readOEmbed")
@refuses(NotFound)
def read_oembed(
    session: DatabaseSession,
    request: Request,
    *,
    url: Annotated[str, Query(max_length=500)],
    maxwidth: Annotated[int, Query(ge=LEAST_PX, le=10_000)] = WIDTH_PX,
    maxheight: Annotated[int, Query(ge=LEAST_PX, le=10_000)] = HEIGHT_PX,
    format: Literal["json"] = "json",  # noqa: A002, ARG001  the standard's name
) -> OEmbedRead:
    """A frame that shows the link `url`. 404 if it shows nothing, or not inside of other pages."""
    token = _token_in(url, request.url.netloc)
    share = require_open(session, token_hash_of(token))
    if not share.is_embeddable:
        raise NotFound("This link must not be embedded in other pages.")
    width, height = min(maxwidth, WIDTH_PX), min(maxheight, HEIGHT_PX)
    title = share.title or "FaiRTT Lab"
    source = escape(f"{request.base_url}embed/{token}", quote=True)
    return OEmbedRead(
        provider_url=str(request.base_url),
        title=title,
        description=description_of(session, share),
        thumbnail_url=f"{request.base_url}s/{token}/preview.png",
        html=f'<iframe src="{source}" width="{width}" height="{height}" '
        f'title="{escape(title, quote=True)}" style="border:0;max-width:100%" '
        'referrerpolicy="no-referrer" loading="lazy"></iframe>',
        width=width,
        height=height,
    )


def oembed_address(request: Request, shared_address: str) -> str:
    """Where the frame of a link is described."""
    return f"{request.base_url}api/oembed?format=json&url={quote(shared_address, safe='')}"


def _token_in(url: str, own_host: str) -> str:
    try:
        split = urlsplit(url)
    except ValueError:
        # A host that is none, e.g. http://[
        split = urlsplit("")
    parts = split.path.strip("/").split("/")
    is_own = split.netloc.lower() == own_host.lower()
    if is_own and len(parts) == 2 and parts[0] in {"s", "embed"}:
        return parts[1]
    message = "url must be a link of this lab: its own host, and the path /s/ and the token."
    # The value may hold a token, which belongs into no message.
    raise InvalidInput(message, errors=[ProblemItem(path="url", pointer="", message=message)])
