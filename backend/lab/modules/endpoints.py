"""HTTP of modules of users' own algorithms."""

from typing import Annotated, Final

from fastapi import APIRouter, Path
from fastapi.responses import Response

from lab.errors import LimitReached, NotFound, NotYours, TooManyRequests, refuses
from lab.kit.dependencies import DatabaseSession
from lab.kit.free_space import needs_free_space
from lab.kit.rate_limit import limited_by_address
from lab.modules import service
from lab.modules.schemas import ModuleCreate, ModuleListed, ModuleRead
from lab.owner import KnownOwner, Owner
from lab_model.patterns import SHA256

MEDIA_TYPE: Final = "application/wasm"

router = APIRouter(prefix="/api/algorithms/modules", tags=["algorithms"])

Digest = Annotated[
    str,
    Path(
        pattern=SHA256,
        description="SHA-256 of the module's bytes.",
    ),
]


class WasmResponse(Response):
    """The bytes of a module."""

    media_type = MEDIA_TYPE


@router.get("", operation_id="listModules")
def list_modules(session: DatabaseSession, owner: KnownOwner) -> list[ModuleListed]:
    """The modules that the owner has stored, the latest first."""
    return service.list_mine(session, owner)


@router.post(
    "",
    status_code=201,
    operation_id="storeModule",
    dependencies=[
        limited_by_address(
            "modules", lambda settings: settings.draft_writes_per_minute_per_address
        ),
        needs_free_space,
    ],
)
@refuses(LimitReached, TooManyRequests)
def store_module(session: DatabaseSession, owner: KnownOwner, body: ModuleCreate) -> ModuleRead:
    """Store an algorithm of one's own, a WebAssembly module as docs/own-algorithms.md specifies it.
    It is read and not run; a scenario then names it as the algorithm of a flow.
    """
    return service.store(session, owner, body)


@router.get("/{sha256}", operation_id="readModule")
@refuses(NotFound)
def read_module(session: DatabaseSession, owner: Owner, sha256: Digest) -> ModuleRead:
    """A module with its parameters, and its source if that was given."""
    return service.read(session, owner, sha256)


@router.get(
    "/{sha256}/file",
    operation_id="readModuleFile",
    response_class=WasmResponse,
    responses={200: {"content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}},
)
@refuses(NotFound)
def read_module_file(session: DatabaseSession, sha256: Digest) -> Response:
    """The bytes of a module."""
    headers = {"Content-Disposition": f'attachment; filename="{sha256[:8]}.wasm"'}
    return WasmResponse(service.content(session, sha256), headers=headers)


@router.delete("/{sha256}", status_code=204, operation_id="forgetModule")
@refuses(NotFound, NotYours)
def forget_module(session: DatabaseSession, owner: KnownOwner, sha256: Digest) -> None:
    """Take a module out of one's list. If no other user has stored it and it is not in the
    league, it is deleted: results computed with it stay, and cannot be computed again.
    """
    service.forget(session, owner, sha256)
