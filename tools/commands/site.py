"""`./lab site`: the lab as a folder of files, for any static host."""

import subprocess
from pathlib import Path

from tools.bootstrap.frontend import ensure_frontend
from tools.bootstrap.page_python import ensure_page_python
from tools.bootstrap.python_packages import ensure_python_packages
from tools.console import say
from tools.paths import PROJECT_ROOT, venv_bin

_BYTES_PER_MB = 1_000_000


def site(folder: Path, keep: Path | None) -> int:
    """Write the folder, with the modules of older behaviours of the site `keep`; 2 if it holds
    something else.
    """
    ensure_python_packages()
    command: list[str | Path] = [venv_bin("python"), "-m", "lab.site", folder]
    command += ["--interface", ensure_frontend(), "--python", ensure_page_python()]
    if keep is not None:
        command += ["--keep", keep]
    result = subprocess.run(command, cwd=PROJECT_ROOT, check=False)
    if result.returncode != 0:
        return result.returncode
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    say(f"{folder}: {size / _BYTES_PER_MB:.0f} MB. Any static host serves it; to try it here:")
    say(f"  python3 -m http.server --bind 127.0.0.1 --directory '{folder}' 8080")
    return 0
