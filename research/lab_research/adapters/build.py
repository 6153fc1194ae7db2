"""Compiles the adapters: a crate's source out of cargo's registry, ours around it, one module each.

Nothing of a crate is in the repository, and what is built lies below `build/adapters`.
"""

import json
import os
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any, Final

from lab_exec.errors import InputError, RunFailedError
from lab_research.adapters.sources import Controller, Crate
from lab_research.places import ROOT
from lab_research.witness.crate import Edit, edited

SOURCE: Final = ROOT / "research" / "adapters"
BUILD: Final = ROOT / "build" / "adapters"
TARGET: Final = "wasm32-unknown-unknown"
_STUBS: Final = ("rand", "rand_pcg", "log")
"""Crates that the controllers name, each in a few lines of `stubs/`; rand_pcg needs rand."""


def missing_toolchain() -> str | None:
    """What this machine lacks to build an adapter, as a sentence; None: nothing."""
    if shutil.which("cargo") is None:
        return "There is no cargo on the PATH: install Rust 1.95 or newer."
    rustc = os.environ.get("RUSTC", "rustc")
    command = [rustc, "--print", "target-libdir", "--target", TARGET]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return f"'{rustc}' cannot be run: {error.strerror}."
    if done.returncode != 0 or not list(Path(done.stdout.strip()).glob("libstd-*.rlib")):
        return f"rustc lacks the target: 'rustup target add {TARGET}' gets it."
    return None


def check_toolchain() -> None:
    """Raises `InputError` with what is missing."""
    missing = missing_toolchain()
    if missing is not None:
        raise InputError(
            f"The adapters are compiled from Rust. {missing} Nothing else of the lab needs it."
        )


def rules(controller: str) -> dict[str, str]:
    """What of a controller differs and can be taken away, by name: `edits.toml`."""
    return {
        name: rule["what"] for name, rule in _edits().items() if controller in rule["controllers"]
    }


def build(controller: Controller, without: tuple[str, ...] = ()) -> Path:
    """Compiles one adapter; returns the module. `without` names rules that a copy of the crate
    loses, to see what they are worth. Raises `RunFailedError` if it cannot.
    """
    crate = controller.crate
    name = controller.name.replace(" ", "-")
    folder = BUILD / "-".join((name, *without))
    for shared in ("abi.rs", "core_time.rs"):
        _copy(SOURCE / shared, folder / "src" / shared)
    _copy(SOURCE / crate.name / "lib.rs", folder / "src" / "lib.rs")
    if not crate.copied:
        return _build_with_dependency(crate, folder, without)
    source = _registry_source(crate)
    for path in sorted((source / "src").rglob("*.rs")):
        file = path.relative_to(source / "src").as_posix()
        if file.startswith(crate.copied):
            text = path.read_text(encoding="utf-8")
            _write(folder / "src" / file, _edited(text, file, without))
    stubs = [part for stub in _STUBS for part in ("--extern", f"{stub}={_stub(stub, folder)}")]
    module = folder / f"{name}.wasm"
    whole = ["--crate-type", "cdylib", "--crate-name", "adapter", "--cap-lints", "allow"]
    feature = ["--cfg", f'feature="{controller.feature}"', "-C", "strip=symbols"]
    small = ["-C", "codegen-units=1", f"--remap-path-prefix={ROOT}=."]
    output = ["-o", str(module), "src/lib.rs"]
    _rustc(crate.edition, [*whole, *feature, *small, *stubs, *output], folder)
    return module


def _edits() -> dict[str, dict[str, Any]]:
    rules: dict[str, dict[str, Any]] = tomllib.loads((SOURCE / "edits.toml").read_text())["rule"]
    return rules


def _edited(text: str, file: str, without: tuple[str, ...]) -> str:
    for name in without:
        for edit in _edits()[name]["edit"]:
            if edit["file"] == file:
                entry = Edit(name, file, edit["find"], edit["text"])
                text = edited(text, entry)
    return text


def _build_with_dependency(crate: Crate, folder: Path, without: tuple[str, ...]) -> Path:
    project = (SOURCE / crate.name / "Cargo.toml").read_text(encoding="utf-8")
    if without:
        project += f'\n[patch.crates-io]\n{crate.name} = {{ path = "crate" }}\n'
        _copy_edited(_registry_source(crate), folder / "crate", without)
    _write(folder / "Cargo.toml", project)
    _run(["cargo", "build", "--release", "--quiet", "--target", TARGET], folder)
    if not without:
        _check(crate, folder / "Cargo.lock")
    return folder / "target" / TARGET / "release" / "adapter.wasm"


def _copy_edited(source: Path, target: Path, without: tuple[str, ...]) -> None:
    """Copy the whole crate, whose manifest may name files outside of `src`, and edit the copy."""
    for path in sorted(source.rglob("*")):
        if not path.is_file() or path.name == ".cargo-ok":
            continue
        file = path.relative_to(source)
        if file.parts[0] != "src" or path.suffix != ".rs":
            (target / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / file)
            continue
        text = path.read_text(encoding="utf-8")
        _write(target / file, _edited(text, file.relative_to("src").as_posix(), without))


def _stub(name: str, folder: Path) -> Path:
    library = folder / "stubs" / f"lib{name}.rlib"
    library.parent.mkdir(parents=True, exist_ok=True)
    with_rand = [] if name != "rand_pcg" else ["--extern", f"rand={library.parent}/librand.rlib"]
    source = str(SOURCE / "stubs" / f"{name}.rs")
    kind = ["--crate-type", "rlib", "--crate-name", name]
    _rustc("2021", [*kind, *with_rand, "-o", str(library), source], library.parent)
    return library


def _rustc(edition: str, arguments: list[str], folder: Path) -> None:
    rustc = os.environ.get("RUSTC", "rustc")
    how = ["--edition", edition, "--target", TARGET, "-C", "opt-level=3", "-C", "panic=abort"]
    _run([rustc, *how, *arguments], folder)


def _registry_source(crate: Crate) -> Path:
    """The folder of the crate's source, fetched if need be and checked against its digest."""
    folder = BUILD / "fetch" / crate.name
    dependency = f'{crate.name} = {{ version = "={crate.version}", default-features = false }}'
    head = '[package]\nname = "fetch"\nversion = "0.1.0"\nedition = "2021"\n'
    _write(folder / "Cargo.toml", f"{head}\n[dependencies]\n{dependency}\n")
    _write(folder / "src" / "lib.rs", "")
    found = json.loads(_run(["cargo", "metadata", "--format-version", "1"], folder))
    _check(crate, folder / "Cargo.lock")
    package = next(each for each in found["packages"] if each["name"] == crate.name)
    return Path(package["manifest_path"]).parent


def _check(crate: Crate, lock: Path) -> None:
    locked = tomllib.loads(lock.read_text())["package"]
    package = next(each for each in locked if each["name"] == crate.name)
    has = (package["version"], package["checksum"])
    if has != (crate.version, crate.sha256):
        raise RunFailedError(
            f"{crate.name} is {has[0]} with SHA-256 {has[1]}, where {crate.version} with "
            f"{crate.sha256} is meant"
        )


def _copy(source: Path, target: Path) -> None:
    _write(target, source.read_text(encoding="utf-8"))


def _write(path: Path, text: str) -> None:
    """Leaves an equal file alone: cargo compiles by the time of change."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunFailedError(f"{Path(command[0]).name} failed:\n{done.stderr.strip()}")
    return done.stdout
