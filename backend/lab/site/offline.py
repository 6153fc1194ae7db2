"""What makes a site one that browsers keep: its manifest, and the script that keeps its files.

The version of a site is a digest of its files. The script knows it and the digest of every file,
so that a browser keeps all files of one version or none.
"""

import hashlib
import json
from pathlib import Path
from typing import Final

from lab.site.interface import INDEX, MARK, mark_of

SERVICE_WORKER: Final = "service-worker.js"
MANIFEST: Final = "site.webmanifest"
_SOURCE: Final = Path(__file__).with_name("service_worker.js")
_ICON: Final = "favicon.svg"
_PAPER: Final = "#12181c"
"""The background of the icon."""


def write_offline(folder: Path) -> str:
    """Add both to a folder that is whole otherwise; the version."""
    manifest = {
        "name": "FaiRTT Lab",
        "short_name": "FaiRTT Lab",
        "description": "Run, compare and teach TCP congestion control.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": [{"src": _ICON, "sizes": "any", "type": "image/svg+xml"}],
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    version = hashlib.sha256(json.dumps(_digests(folder)).encode()).hexdigest()
    index = folder / INDEX
    text = index.read_text(encoding="utf-8").replace(MARK, mark_of(version), 1)
    index.write_text(text, encoding="utf-8")
    script = _SOURCE.read_text(encoding="utf-8")
    files = json.dumps(_digests(folder), indent=1)
    script = script.replace("VERSION = ''", f"VERSION = '{version}'", 1)
    script = script.replace("FILES = {}", f"FILES = {files}", 1)
    (folder / SERVICE_WORKER).write_text(script, encoding="utf-8")
    return version


def _digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every file by its name below the folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }
