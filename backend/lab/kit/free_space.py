"""Nothing new is computed while the disk is nearly full: stored data stays readable."""

import shutil
from pathlib import Path
from typing import Any, Final

from fastapi import Depends, Request

from lab.errors import DiskFull, refuses
from lab.settings import Settings

MEGABYTE: Final = 1_000_000


@refuses(DiskFull)
async def _require_free_space(request: Request) -> None:
    settings: Settings = request.app.state.context.settings
    free_bytes = None if settings.data_dir is None else _free_bytes(settings.data_dir)
    if free_bytes is None or free_bytes >= settings.min_free_bytes:
        return
    raise DiskFull(
        f"The disk of this lab has {free_bytes / MEGABYTE:.0f} MB left; new runs need "
        f"{settings.min_free_bytes / MEGABYTE:.0f} MB (LAB_MIN_FREE_BYTES). Stored data can be "
        "read and deleted; the operator of the lab must free some space."
    )


def _free_bytes(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


needs_free_space: Any = Depends(_require_free_space)
"""A dependency of endpoints that have something computed: 507 below the bound."""
