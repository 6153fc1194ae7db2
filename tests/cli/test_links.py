"""`./lab sim`, `sweep` and `export` take a link that holds a scenario."""

import json
import tracemalloc
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

from lab_cli.main import main
from lab_model.scenarios.link import MAX_UNPACKED_BYTES, unpack_link
from lab_model.scenarios.text import InvalidScenarioError
from tests.cli.conftest import SMALL

BY_THE_BROWSER = (
    "https://lab.example/build#lab1=NcuxDcIwEEbhVaK_tpADVLcAQyAU2YkDFo6NzhdSRG4ZgAXYggWyCZOgCPHq98"
    "2wSSS46NoraAYbcY29ZVCtfxWFbmQjPsUmg3YKfUhTBh1nmHBO7OUyrDSawYHQjta3KAossgK90ftyUugTT4Y70Fb91wMv"
    "7-Xlqs_jWdVQuDvOPkVQXb4&seed=12"
)
"""What the interface made of a scenario with the field `forward`, which no scenario has."""


def link_of(text: str, more: str = "") -> str:
    packing = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packing.compress(text.encode()) + packing.flush()
    return f"/build#lab1={urlsafe_b64encode(packed).decode().rstrip('=')}{more}"


BOMB = link_of('{"name": "' + " " * (5 * MAX_UNPACKED_BYTES) + '"}')


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], link: str) -> str:
    assert main(["sim", link]) == 2
    return capsys.readouterr().err


def test_a_link_runs_as_its_file_does(
    scenario_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = link_of(json.dumps(SMALL), "&seed=7")
    from_file = printed(capsys, "sim", str(scenario_file), "--seed", "7")
    assert printed(capsys, "sim", link) == from_file
    assert printed(capsys, "sim", link, "--seed", "8") != from_file


def test_an_experiment_in_a_link_is_swept_and_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    move = {"path": "flows.0.rtt_s", "values": {"kind": "list", "values": [0.02, 0.06]}}
    base = {**SMALL, "duration_s": 1}
    definition = {
        "base": base,
        "axes": [{"label": "RTT", "moves": [move]}],
        "replications": {"count": 1, "first_seed": 1},
    }
    assert main(["sweep", link_of(json.dumps(definition)), "--jobs", "1"]) == 0
    assert "Over RTT" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Longer than a file's name may be.
    flows = [{**SMALL["flows"][0], "label": f"flow {index:0>50}"} for index in range(40)]
    link = link_of(json.dumps({**SMALL, "duration_s": 1, "flows": flows}), "&seed=3")
    assert main(["export", link, "result", str(tmp_path / "run.json")]) == 0
    assert json.loads((tmp_path / "run.json").read_text())["seed"] == 3


def test_what_the_browser_packs_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    (sentence,) = refused(capsys, BY_THE_BROWSER).splitlines()
    assert sentence.startswith("forward")


def test_unpacking_ends_with_the_most_that_a_link_may_hold() -> None:
    assert len(BOMB) < 40_000
    tracemalloc.start()
    try:
        with pytest.raises(InvalidScenarioError, match="holds more than"):
            unpack_link(BOMB)
        most_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most_bytes < 4 * MAX_UNPACKED_BYTES


def test_as_much_as_a_link_may_hold_is_read() -> None:
    text = json.dumps("x" * (MAX_UNPACKED_BYTES - 2))
    assert unpack_link(link_of(text)) == text.encode()


def test_a_link_says_what_is_wrong_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    whole = link_of(json.dumps(SMALL))
    assert "holds more than" in refused(capsys, BOMB)
    assert "is damaged" in refused(capsys, whole[:-10])
    assert "is damaged" in refused(capsys, "#lab1=*")
    assert "seed is 'x'" in refused(capsys, f"{whole}&seed=x")
    assert "duration_s" in refused(capsys, link_of("{}"))
