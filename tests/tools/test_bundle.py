"""A bundle is used where it fits and is whole; otherwise it is refused in a sentence."""

import json
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.bootstrap import bundle_file
from tools.bootstrap.bundle_file import MANIFEST_NAME, unpack_bundle, write_bundle
from tools.commands import bundle as bundle_module
from tools.commands.bundle import bundle, of_any_patch
from tools.errors import LabError

CONTENT = {"wheels/a-1.whl": b"a wheel", "interface/index.html": b"<html>"}


@pytest.fixture(autouse=True)
def _same_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing all of its sources for each test takes longer than the rest."""
    monkeypatch.setattr(bundle_file, "committed_digest", lambda: "0" * 64)


@pytest.fixture
def made(tmp_path: Path) -> Path:
    folder = tmp_path / "packed"
    for name, content in CONTENT.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    write_bundle(tmp_path / "lab.labbundle", folder)
    return tmp_path / "lab.labbundle"


def _unpacked(path: Path) -> dict[str, bytes]:
    folder = path.parent / "unpacked"
    folder.mkdir()
    unpack_bundle(path, folder)
    return {
        each.relative_to(folder).as_posix(): each.read_bytes()
        for each in folder.rglob("*")
        if each.is_file()
    }


def _rewritten(path: Path, change: Callable[[dict[str, Any]], object], **files: bytes) -> Path:
    """The same archive with another manifest, or other files under its names."""
    with zipfile.ZipFile(path) as archive:
        manifest = json.loads(archive.read(MANIFEST_NAME))
        contents = {name: archive.read(name) for name in CONTENT}
    change(manifest)
    other = path.with_name("other.labbundle")
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr(MANIFEST_NAME, json.dumps(manifest))
        for name, content in {**contents, **files}.items():
            archive.writestr(name, content)
    return other


def test_what_was_packed_comes_out(made: Path) -> None:
    assert _unpacked(made) == CONTENT


def test_names_no_place_of_this_machine(made: Path) -> None:
    assert str(made.parent).encode() not in made.read_bytes()


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("platform", "is for platform another"),
        ("python", "is for Python another"),
        ("packages", "its packages differ"),
        ("core", "its core differ"),
        ("interface", "its interface differ"),
    ],
)
def test_that_does_not_fit_is_refused(made: Path, field: str, said: str) -> None:
    other = _rewritten(made, lambda manifest: manifest.update({field: "another"}))
    with pytest.raises(LabError, match=said):
        _unpacked(other)


def test_that_is_damaged_is_refused(made: Path) -> None:
    other = _rewritten(made, lambda _: None, **{"wheels/a-1.whl": b"b wheel"})
    with pytest.raises(LabError, match=r"damaged: wheels/a-1\.whl"):
        _unpacked(other)


@pytest.mark.parametrize("name", ["../a", "/a", "wheels/../../a", "elsewhere/a", "a"])
def test_nothing_is_written_elsewhere(made: Path, name: str) -> None:
    def lead_away(manifest: dict[str, Any]) -> None:
        manifest["files"][name] = manifest["files"].pop("wheels/a-1.whl")

    with pytest.raises(LabError, match="is not a bundle"):
        _unpacked(_rewritten(made, lead_away, **{name: b"a wheel"}))
    assert {each.name for each in (made.parent / "unpacked").rglob("*")} == set()


def test_none_is_written_over(made: Path) -> None:
    with pytest.raises(LabError, match="already exists"):
        bundle(["bundle", str(made)])


def test_a_bundle_has_what_any_patch_release_needs_and_one_version_of_each() -> None:
    lock = (
        "always==1 \\\n    --hash=sha256:0\n"
        "early==5 ; python_full_version < '3.11.3' \\\n    --hash=sha256:1\n"
        "both==1 ; python_full_version < '3.12' \\\n    --hash=sha256:2\n"
        "both==2 ; python_full_version >= '3.12' \\\n    --hash=sha256:3\n"
    )
    of_11 = of_any_patch(lock, (3, 11)).splitlines()
    assert [line for line in of_11 if not line.startswith(" ")] == [
        "always==1 \\",
        "early==5 \\",
        "both==1 \\",
    ]
    assert of_any_patch(lock, (3, 12)).count("==") == 2
    assert "both==2 \\\n    --hash=sha256:3\n" in of_any_patch(lock, (3, 12))


def test_what_a_killed_one_left_goes_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle_module, "BUILD_DIR", tmp_path)
    for name, age_s in (("bundle.old", 90_000), ("bundle.now", 60)):
        (tmp_path / name).mkdir()
        made_at = time.time() - age_s
        os.utime(tmp_path / name, (made_at, made_at))
    with bundle_module.work_folder() as folder:
        assert {each.name for each in tmp_path.iterdir()} == {"bundle.now", folder.name}
    assert [each.name for each in tmp_path.iterdir()] == ["bundle.now"]
