"""The Rust parts: a crate from cargo's own registry, a copy of it with edits, and our program.

Nothing of a crate is in the repository. All of this lies below `build`; the sources in
`research/witness` are copied there, so that cargo's lock file never gets into a commit.
"""

import json
import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lab_exec.errors import InputError, RunFailedError
from lab_research.places import ROOT
from lab_research.witness.bbr3_cases import ALGORITHM

SOURCE: Final = ROOT / "research" / "witness"
TESTS_BEGIN: Final = "#[cfg(test)]\nmod test"
"""What follows is the crate's tests: no edit looks there."""


@dataclass(frozen=True)
class Crate:
    """A witness: the crate whose controller it is, and where our part of it lies."""

    name: str
    source: Path
    """Our program and the edits."""
    build: Path
    copied: tuple[str, ...]
    """What of the crate is copied: beginnings of paths."""
    added: tuple[tuple[str, str], ...]
    """Files of `source` and their places in the copy."""


BBR2: Final = Crate(
    "s2n-quic-core",
    SOURCE,
    ROOT / "build" / "witness",
    ("src/", "Cargo.toml", "LICENSE"),
    (("rules.rs", "src/rules.rs"),),
)
BBR3: Final = Crate(
    "noq-proto",
    SOURCE / ALGORITHM,
    ROOT / "build" / "witness-bbr3",
    ("src/congestion", "LICENSE"),
    (
        ("copy/Cargo.toml", "Cargo.toml"),
        ("copy/lib.rs", "src/lib.rs"),
        ("copy/own.rs", "src/congestion/bbr3/own.rs"),
    ),
)


@dataclass(frozen=True)
class Edit:
    """One change of the copy: `find`, which must occur once in `file`, becomes `text`."""

    rule: str
    file: str
    find: str
    text: str


def find_cargo() -> str:
    """The path of cargo. Raises an error that says how to get it."""
    cargo = shutil.which("cargo")
    if cargo is None:
        raise InputError(
            "This tool needs Rust: there is no cargo on the PATH. Install Rust 1.95 or newer; "
            "nothing else of the lab needs it."
        )
    return cargo


def read_edits(of: Crate = BBR2) -> list[Edit]:
    """The edits in the order in which they are made."""
    document = tomllib.loads((of.source / "edits.toml").read_text())
    return [Edit(**entry) for entry in document["edit"]]


def edited(text: str, edit: Edit) -> str:
    """The file's text with this edit made."""
    end = text.find(TESTS_BEGIN)
    code, tests = (text, "") if end < 0 else (text[:end], text[end:])
    count = code.count(edit.find)
    if count != 1:
        first_line = edit.find.strip().splitlines()[0]
        raise RunFailedError(
            f"edits.toml, rule {edit.rule}: {first_line!r} occurs {count} times in {edit.file}, "
            "where once is needed; the edits fit only the version in Cargo.toml"
        )
    return code.replace(edit.find, edit.text) + tests


def version(of: Crate = BBR2) -> str:
    """The version of the crate that is pinned."""
    manifest: dict[str, Any] = tomllib.loads((of.source / "Cargo.toml").read_text())
    pinned = manifest["package"].get("metadata", {}).get("witness")
    pinned = pinned or manifest["dependencies"]["published"]
    return str(pinned["version"]).removeprefix("=")


def build(of: Crate = BBR2) -> Path:
    """Copies, edits and compiles what has changed; returns the program."""
    cargo = find_cargo()
    crate = of.build / "crate"
    _edit_copy(of, _registry_source(cargo, of), crate / "edited")
    _write(crate / "Cargo.toml", (of.source / "Cargo.toml").read_text())
    for path in sorted((of.source / "src").glob("*.rs")):
        _write(crate / "src" / path.name, path.read_text())
    target = of.build / "target"
    _cargo([cargo, "build", "--release", "--quiet", "--target-dir", str(target)], crate)
    return target / "release" / "witness"


def _registry_source(cargo: str, of: Crate) -> Path:
    """The folder of the crate's source, fetched if need be."""
    folder = of.build / "fetch"
    dependency = f'{of.name} = {{ version = "={version(of)}", default-features = false }}'
    head = '[package]\nname = "fetch"\nversion = "0.1.0"\nedition = "2021"\n'
    _write(folder / "Cargo.toml", f"{head}\n[dependencies]\n{dependency}\n")
    _write(folder / "src" / "lib.rs", "")
    found = json.loads(_cargo([cargo, "metadata", "--format-version", "1"], folder))
    package = next(each for each in found["packages"] if each["name"] == of.name)
    return Path(package["manifest_path"]).parent


def _edit_copy(of: Crate, source: Path, copy: Path) -> None:
    edits = read_edits(of)
    kept = ("Cargo.toml", "LICENSE*", "src/**/*.rs")
    for path in sorted(path for pattern in kept for path in source.glob(pattern)):
        name = path.relative_to(source).as_posix()
        if not name.startswith(of.copied):
            continue
        text = path.read_text()
        for edit in edits:
            if f"src/{edit.file}" == name:
                text = edited(text, edit)
        _write(copy / name, text)
    for mine, place in of.added:
        _write(copy / place, (of.source / mine).read_text())


def _write(path: Path, text: str) -> None:
    """Leaves an equal file alone: cargo compiles by the time of change."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _cargo(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunFailedError(f"cargo {command[1]} failed:\n{done.stderr.strip()}")
    return done.stdout


def ask(program: Path, mode: str, lines: list[str]) -> list[str]:
    """One call of our program: lines in, lines out."""
    text = "\n".join(lines) + "\n"
    done = subprocess.run(
        [str(program), mode], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RunFailedError(f"witness {mode} failed:\n{done.stderr.strip()}")
    return done.stdout.splitlines()
