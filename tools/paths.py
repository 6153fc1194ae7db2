"""Where things lie: the project, its virtual environment, the data folder, the runtime folder."""

import hashlib
import os
import stat
import tempfile
from pathlib import Path

from tools.errors import LabError

PROJECT_ROOT = Path(__file__).resolve().parent.parent
VENV_DIR = PROJECT_ROOT / ".venv"
BUILD_DIR = PROJECT_ROOT / "build"
DEFAULT_DATA_DIR = PROJECT_ROOT / ".lab"

# A socket's path may have 107 bytes (sun_path in unix(7)). ".s.PGSQL.5432.lock" takes 18 of them.
SOCKET_DIR_LIMIT_BYTES = 85


def venv_bin(name: str) -> Path:
    """The path of a program in the project's virtual environment."""
    return VENV_DIR / "bin" / name


def runtime_dir(data_dir: Path) -> Path:
    """Create and return the short per-user folder for the sockets of one data folder.

    It is private (mode 0700), because access to the sockets is access to the database.
    """
    key = hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()[:12]
    private = _private_dir(_runtime_base())
    folder = _private_dir(private / key)
    if len(os.fsencode(folder)) > SOCKET_DIR_LIMIT_BYTES:
        raise LabError(
            f"The runtime folder {folder} is too long for a socket "
            f"({SOCKET_DIR_LIMIT_BYTES} bytes at most). Set XDG_RUNTIME_DIR to a shorter folder.",
            exit_code=2,
        )
    return folder


def _runtime_base() -> Path:
    """`XDG_RUNTIME_DIR` where it is usable, else a folder of this user in the temporary folder."""
    configured = os.environ.get("XDG_RUNTIME_DIR", "")
    if configured and os.access(configured, os.W_OK | os.X_OK):
        return Path(configured) / "fairtt-lab"
    return Path(tempfile.gettempdir()) / f"fairtt-lab-{os.geteuid()}"


def _private_dir(path: Path) -> Path:
    """Create `path` for this user only, or insist that it already is so."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A temporary folder is shared: another user may have made this name, or a link, before us.
    info = path.lstat()
    if not stat.S_ISDIR(info.st_mode) or info.st_uid != os.geteuid():
        raise LabError(
            f"{path} exists and belongs to another user. Remove it, or set XDG_RUNTIME_DIR.",
            exit_code=2,
        )
    path.chmod(0o700)
    return path
