"""Pass pip's package index on to uv, which does not read pip's settings.

Only through the environment of the child: no address ever enters a file of the project.
"""

import os
import subprocess
from pathlib import Path

# uv's variable, pip's variable, pip's name in its configuration files.
PASSED_ON = (
    ("UV_DEFAULT_INDEX", "PIP_INDEX_URL", "index-url"),
    ("UV_INDEX", "PIP_EXTRA_INDEX_URL", "extra-index-url"),
    ("UV_FIND_LINKS", "PIP_FIND_LINKS", "find-links"),
    ("SSL_CERT_FILE", "PIP_CERT", "cert"),
)


def uv_environment(python: Path) -> dict[str, str]:
    """Our environment plus what pip is configured with, for settings that uv does not have."""
    environment = dict(os.environ)
    missing = [entry for entry in PASSED_ON if not environment.get(entry[0])]
    if not missing:
        return environment
    configured = _pip_configuration(python)
    for uv_name, pip_name, option in missing:
        value = environment.get(pip_name) or configured.get(option)
        if value and _is_usable(uv_name, value):
            environment[uv_name] = value
    return environment


def _is_usable(uv_name: str, value: str) -> bool:
    """uv fails for a missing folder of wheels, which pip ignores."""
    return uv_name != "UV_FIND_LINKS" or "://" in value or Path(value).is_dir()


def _pip_configuration(python: Path) -> dict[str, str]:
    """`option -> value` of pip's configuration files; the environment is not repeated here."""
    result = subprocess.run(
        [str(python), "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    )
    configured: dict[str, str] = {}
    for line in result.stdout.splitlines():
        name, separator, value = line.partition("=")
        section, _, option = name.partition(".")
        if separator and section in ("global", "install"):
            configured[option] = value.strip("'\"").replace("\\n", " ").strip()
    return configured
