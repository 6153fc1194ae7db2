"""A bundle, from `./lab bundle` to a run that a lab without any network has computed from it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support import without_network
from tools.paths import PROJECT_ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]

# All that a machine needs beside Python: what `./lab` and its servers call. No compiler, no Node.
PROGRAMS: Final = ("sh", "env", "dirname", "readlink", "true", "unshare", "setpriv")


def test_a_lab_starts_from_it_without_network_and_computes(tmp_path: Path) -> None:
    into_namespace = _into_namespace()
    folder = _copy_of_this_lab(tmp_path / "copy")
    bundle = tmp_path / "lab.labbundle"
    subprocess.run([PROJECT_ROOT / "lab", "bundle", bundle], check=True, stdout=sys.stderr)
    home, data = tmp_path / "home", tmp_path / "data"
    home.mkdir()
    for reached in (tmp_path, *tmp_path.parents[:2]):
        reached.chmod(0o755)  # where PostgreSQL runs as another user, that one has to get through
    python = os.path.realpath(sys.executable)
    command = [*into_namespace, python, without_network.__file__, folder, bundle, data]
    done = subprocess.run(
        command,
        env={"PATH": str(_bare_path(tmp_path / "bin", python)), "HOME": str(home)},
        stdout=subprocess.PIPE,
        check=True,
    )
    seen = json.loads(done.stdout)
    assert not seen["reaches_elsewhere"]
    assert "<!doctype html" in seen["page"].lower()
    _require_right(seen["run"])
    assert seen["exit_code"] == 0
    sys.stderr.write(
        f"\n{bundle.stat().st_size / 1e6:.0f} MB; page after {seen['page_s']:.1f} s, "
        f"first run done after {seen['run_s']:.1f} s, load {os.getloadavg()[0]:.1f}\n"
    )


def _into_namespace() -> list[str]:
    """A command before a command; skips where the machine gives no namespaces."""
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("needs unshare (util-linux) for a namespace without network")
    prefix = [unshare, "--net"]
    if os.geteuid() != 0:
        prefix += ["--user", "--map-current-user", "--keep-caps"]
    tried = subprocess.run([*prefix, "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        pytest.skip(f"this machine gives no network namespace: {tried.stderr.strip()}")
    return prefix


def _copy_of_this_lab(folder: Path) -> Path:
    """What a clone has, with what is not committed yet."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT_ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        source, target = PROJECT_ROOT / name, folder / name
        if name and source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    return folder


def _bare_path(folder: Path, python: str) -> Path:
    folder.mkdir()
    (folder / "python3").symlink_to(python)
    for name in PROGRAMS:
        if found := shutil.which(name):
            (folder / name).symlink_to(found)
    return folder


def _require_right(run: dict[str, Any]) -> None:
    """Done, and with the numbers that the core of this folder gives."""
    assert run["status"] == "done", run
    scenario = json.dumps(without_network.SCENARIO)
    printed = subprocess.run(
        [PROJECT_ROOT / "lab", "sim", "-", "--seed", str(without_network.SEED)],
        input=scenario,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert run["result"]["series_digest"] == json.loads(printed.stdout)["series_digest"]
