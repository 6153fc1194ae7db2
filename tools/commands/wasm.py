"""`./lab wasm`: build the core for the page and store it with the digest of its sources."""

from tools.bootstrap.python_packages import ensure_python_packages
from tools.bootstrap.wasm import MODULE_PATH, store_module
from tools.console import say
from tools.paths import PROJECT_ROOT


def wasm() -> int:
    """Needed after a change of the core's sources; a check of `./lab test` says so."""
    ensure_python_packages()
    about = store_module()
    stored_bytes = MODULE_PATH.stat().st_size
    say(
        f"{MODULE_PATH.relative_to(PROJECT_ROOT)}: {about.module_bytes // 1024} KiB, "
        f"{stored_bytes // 1024} KiB stored"
    )
    return 0
