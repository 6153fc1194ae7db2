"""`adapters`: the committed table, and with `--full` the whole where Rust has the target."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lab_cli.main import main
from lab_exec.errors import InputError, RunFailedError
from lab_exec.wasm_module import load_module
from lab_research.adapters import page
from lab_research.adapters.build import (
    SOURCE,
    build,
    check_toolchain,
    missing_toolchain,
    rules,
)
from lab_research.adapters.compare import MODULES, PRR, SWITCHES, Numbers, bare_module, compare
from lab_research.adapters.situations import scenario, situations
from lab_research.adapters.sources import CONTROLLERS

CONTENT = page.committed()
ROWS: list[dict[str, Any]] = CONTENT["rows"]


def test_there_are_40_situations_for_each_of_five_crates() -> None:
    assert len(situations()) == 40
    assert len({each.crate.name for each in CONTROLLERS}) == 5
    wanted = Counter((each.name, title) for each in CONTROLLERS for title in situations())
    assert Counter((row["controller"], row["situation"]) for row in ROWS) == wanted


def test_every_situation_is_a_scenario() -> None:
    for title in situations():
        assert scenario(title, "newreno", {}).flows[0].algorithm.name == "newreno"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['controller']}-{row['situation']}")
def test_each_row_is_within_the_bounds_or_its_difference_has_a_name(row: dict[str, Any]) -> None:
    ours, theirs = Numbers(**row["ours"]), Numbers(**row["theirs"])
    named = [name for name in (row["closed_by"], row["read"]) if name]
    if row["is_within"]:
        assert named == []
        assert theirs.agrees(loosened(ours, theirs))
        return
    assert not theirs.agrees(tightened(ours, theirs))
    assert len(named) <= 1
    if row["closed_by"]:
        of_controller = {*SWITCHES, *rules(row["controller"])}
        of_controller |= {" and ".join(rules(row["controller"]))}
        of_controller |= {PRR} | {f"{PRR} and {name}" for name in of_controller - {*SWITCHES}}
        last = f"{list(SWITCHES)[-1]}, {' and '.join(rules(row['controller']))}"
        assert row["closed_by"] in of_controller | {last}
    else:
        assert row["read"] in CONTENT["read"]


def test_ours_without_prr_is_ours_but_for_that() -> None:
    """The module's description says "own" where the shipped one says "prr"."""
    controllers = {each.name: each for each in CONTROLLERS}
    assert bare_module(controllers["tquic cubic"]) is None
    bare = bare_module(controllers["s2n cubic"])
    assert bare is not None
    path, parameters = bare
    assert parameters == {"has_hystart": 1}
    changed = load_module(path).description
    shipped = load_module(MODULES / "cubic.wasm").description
    assert (changed.recovery, shipped.recovery) == ("own", "prr")
    assert changed.model_copy(update={"recovery": "prr"}) == shipped


def loosened(ours: Numbers, theirs: Numbers) -> Numbers:
    """Ours, a little nearer: the file has five digits, and the bounds were asked of all."""
    return between(ours, theirs, 0.002)


def tightened(ours: Numbers, theirs: Numbers) -> Numbers:
    return between(ours, theirs, -0.002)


def between(ours: Numbers, theirs: Numbers, ratio: float) -> Numbers:
    names = ("goodput_bps", "retransmit_ratio", "mean_rtt_s")
    return Numbers(
        **{
            name: getattr(ours, name) + ratio * (getattr(theirs, name) - getattr(ours, name))
            for name in names
        }
    )


def test_the_page_is_of_the_data() -> None:
    assert page.PAGE_PATH.read_text(encoding="utf-8") == page.page_text(CONTENT)


def test_the_crates_are_the_pinned_ones() -> None:
    for stated, each in zip(CONTENT["controllers"], CONTROLLERS, strict=True):
        assert stated["name"] == each.name
        assert stated["crate"] == f"{each.crate.name} {each.crate.version}"
        assert stated["crate_sha256"] == each.crate.sha256
        assert (SOURCE / each.crate.name / "lib.rs").exists()


def test_without_cargo_it_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["adapters", "quinn newreno"]) == 2
    assert "There is no cargo on the PATH" in capsys.readouterr().err


def test_without_the_target_it_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("cargo", "rustc"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\necho /nowhere\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.delenv("RUSTC", raising=False)
    assert main(["adapters"]) == 2
    assert "rustup target add wasm32-unknown-unknown" in capsys.readouterr().err


def test_a_wrong_name_and_a_part_that_would_be_written_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["adapters", "neqo cubic"]) == 2
    assert "'neqo cubic' is no controller" in capsys.readouterr().err
    assert main(["adapters", "quinn cubic", "--write"]) == 2
    assert "--write is of all controllers" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("controller", CONTROLLERS, ids=lambda each: each.name)
def test_an_adapter_is_built_and_gives_the_committed_rows(controller: Any) -> None:
    if missing_toolchain() is not None:
        with pytest.raises(InputError, match="compiled from Rust"):
            check_toolchain()
        return
    titles = ["alone, 10 Mbit/s, 20 ms, 1 BDP", "loss of 0.01, 20 ms"]
    committed = {row["situation"]: row for row in ROWS if row["controller"] == controller.name}
    for row in compare(controller, build(controller), titles):
        stated = committed[row.situation]
        assert (row.is_within, row.closed_by) == (stated["is_within"], stated["closed_by"])
        assert row.theirs.goodput_bps == pytest.approx(stated["theirs"]["goodput_bps"], rel=1e-4)


@pytest.mark.slow
def test_a_crate_that_is_another_than_the_pinned_stops_the_build() -> None:
    if missing_toolchain() is not None:
        with pytest.raises(InputError, match="compiled from Rust"):
            check_toolchain()
        return
    other = replace(CONTROLLERS[0], crate=replace(CONTROLLERS[0].crate, sha256="0" * 64))
    with pytest.raises(RunFailedError, match="is meant"):
        build(other)
