"""`./lab algorithm enter` against a lab."""

from pathlib import Path

import httpx
import pytest

from lab_cli.main import main
from tests.support.runs import ALICE
from tools.paths import PROJECT_ROOT

MODULE = PROJECT_ROOT / "sim-core" / "modules" / "newreno.wasm"


def command(client: httpx.Client, *more: str) -> list[str]:
    url = str(client.base_url).rstrip("/")
    source = str(MODULE.with_suffix(".c"))
    made = ["--url", url, "--source", source, "--build-line", "cc", "--licence", "MIT"]
    return ["algorithm", "enter", str(MODULE), *made, *more]


@pytest.fixture(autouse=True)
def owner_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_OWNER_KEY", ALICE["X-Lab-Owner"])


def test_a_module_is_stored_and_entered(
    client: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command(client, "--author", "Ann", "--no-wait")) == 0
    said = capsys.readouterr().out
    assert "is entered in the league of http://127.0.0.1:" in said
    assert "waiting: 0 of 280 runs computed" in said
    [entry] = client.get("/api/league/entries", headers=ALICE).json()
    assert (entry["author"], entry["licence"], entry["is_mine"]) == ("Ann", "MIT", True)
    stored = client.get(f"/api/algorithms/modules/{entry['sha256']}").json()
    assert stored["source_text"] == MODULE.with_suffix(".c").read_text()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (["--licence", " "], "without its licence"),
        (["--url", "nowhere"], "--url is 'nowhere'"),
        (["--url", "http://127.0.0.1:9"], "does not answer"),
        (["--url", "http://lab.example.org"], "anyone on the way can read the key"),
        (["--url", "https://lab.example.org/?x=1"], "must have no name, question mark or #"),
        (["--ca", "missing.pem"], "--ca is 'missing.pem'"),
        (["--source", "missing.c"], "--source 'missing.c' cannot be read"),
        (["--author", "x" * 81], "80"),
    ],
)
def test_what_is_wrong_is_named(
    client: httpx.Client, capsys: pytest.CaptureFixture[str], change: list[str], named: str
) -> None:
    assert main(command(client, "--no-wait", *change)) == 2
    assert named in capsys.readouterr().err
    assert client.get("/api/league/entries").json() == []


def test_a_key_is_needed(
    client: httpx.Client, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LAB_OWNER_KEY")
    assert main(command(client)) == 2
    assert "LAB_OWNER_KEY is not set" in capsys.readouterr().err


def test_a_file_that_is_no_module_is_not_sent(
    client: httpx.Client, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wrong = tmp_path / "x.wasm"
    wrong.write_bytes(b"nothing")
    assert main([*command(client)[:2], str(wrong), *command(client)[3:]]) == 2
    assert "x.wasm" in capsys.readouterr().err
