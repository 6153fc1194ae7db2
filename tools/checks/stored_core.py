"""The page's core was built from the sources that are here: its toolchain is not everywhere."""

import hashlib
from collections.abc import Iterator

from tools.bootstrap.wasm import ABOUT_PATH, MODULE_PATH, sources_digest, stored_about
from tools.paths import PROJECT_ROOT


def problems() -> Iterator[str]:
    """A module whose sources have changed, or that was changed by itself."""
    name = MODULE_PATH.relative_to(PROJECT_ROOT).as_posix()
    if not MODULE_PATH.exists() or not ABOUT_PATH.exists():
        yield f"{name} is missing; run ./lab wasm"
        return
    about = stored_about()
    if about.sources_sha256 != sources_digest():
        yield f"{name}: the core's sources have changed since it was built; run ./lab wasm"
    if about.stored_sha256 != hashlib.sha256(MODULE_PATH.read_bytes()).hexdigest():
        yield f"{name} is not the file that {ABOUT_PATH.name} describes; run ./lab wasm"
