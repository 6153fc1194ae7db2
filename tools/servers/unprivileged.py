"""How root runs PostgreSQL, which refuses to run as root."""

import os
import pwd
import shutil
import signal
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tools.errors import LabError
from tools.servers.process import death_signal_prefix

MAPPED_ID = 1000  # any id but 0: it exists only inside of the user namespace


@dataclass(frozen=True)
class Identity:
    """The prefix that makes a command run unprivileged, and who then owns the files."""

    prefix: list[str] = field(default_factory=list)
    owner_uid: int | None = None
    owner_gid: int | None = None

    def give(self, *paths: Path) -> None:
        """Hand folders to the user that the server will run as, where that is not ourselves."""
        if self.owner_uid is None or self.owner_gid is None:
            return
        for path in paths:
            path.mkdir(parents=True, exist_ok=True)
            for folder, _, files in os.walk(path):
                os.chown(folder, self.owner_uid, self.owner_gid)
                for name in files:
                    os.chown(Path(folder) / name, self.owner_uid, self.owner_gid)


@cache
def find_identity() -> Identity:
    """Ourselves where we are not root; else a user namespace; else the user nobody."""
    if os.geteuid() != 0:
        return Identity()
    tie = death_signal_prefix(signal.SIGINT)
    unshare = shutil.which("unshare")
    if unshare is not None:
        prefix = [unshare, "--user", f"--map-user={MAPPED_ID}", f"--map-group={MAPPED_ID}"]
        if _works([*prefix, "true"]):
            return Identity([*prefix, *tie])
    setpriv = shutil.which("setpriv")
    if setpriv is not None:
        nobody = pwd.getpwnam("nobody")
        prefix = [setpriv, f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
        if _works([*prefix, "true"]):
            return Identity([*prefix, *tie], nobody.pw_uid, nobody.pw_gid)
    raise LabError(
        "PostgreSQL does not run as root, and neither unshare nor setpriv works here. Run ./lab "
        "as a normal user, or set LAB_DATABASE_URL to a PostgreSQL 18 of your own.",
        exit_code=2,
    )


def _works(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=10, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
