"""Restricts the data folder to its owner: anyone who reads a run's id in a log may read the run."""

import os
import stat
from pathlib import Path

from tools.console import say
from tools.servers.unprivileged import Identity
from tools.supervisor.instance import LOCK_NAME, MIGRATED_STAMP, PAPERS_STAMP
from tools.supervisor.worker_access import FOLDER as ACCESS_FOLDER

PRIVATE_MASK = 0o077
# Folders that the lab makes in its data folder; anything else in there is not ours.
OWN_FOLDERS = ("postgres", "postgres.partial", "valkey", "logs")
# Ours as well, and kept when everything else is deleted.
BACKUP_FOLDER = "backups"
BACKUP_SUFFIX = ".labbackup"
OWN_FILES = (LOCK_NAME, MIGRATED_STAMP, PAPERS_STAMP)


def make_private(data_dir: Path, identity: Identity) -> None:
    """Take the rights of group and others from the folder and from what the lab keeps in it, and
    from everything that this process and its children make from now on.
    """
    os.umask(PRIVATE_MASK)
    for name in OWN_FILES:
        _restrict(data_dir / name)
    for folder in (data_dir / "logs", data_dir / "valkey", data_dir / BACKUP_FOLDER):
        for path in (folder, *folder.rglob("*")):
            _restrict(path)
    strangers = {path.name for path in data_dir.iterdir()} - {
        *OWN_FOLDERS,
        *OWN_FILES,
        BACKUP_FOLDER,
        ACCESS_FOLDER,
    }
    if strangers:
        say(
            f"  {data_dir} also holds {min(strangers)}, which is not the lab's: the rights of the "
            "folder stay as they are."
        )
        return
    # The user that PostgreSQL then runs as has to pass through, and may not list.
    data_dir.chmod(0o700 if identity.owner_uid is None else 0o711)


def _restrict(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISLNK(mode) and mode & PRIVATE_MASK:
        path.chmod(stat.S_IMODE(mode) & ~PRIVATE_MASK)
