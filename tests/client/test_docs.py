"""docs/python.md without a server: every example but the links."""

from pathlib import Path

import pytest
from PIL import Image

from fairtt_lab import local
from tests.support.pages import execute_page
from tools.paths import PROJECT_ROOT

PAGE = PROJECT_ROOT / "docs" / "python.md"


def test_examples_run_on_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with local() as lab:
        names, executed = execute_page(PAGE, lab=lab, is_local=True, is_thin=False)
    assert executed >= 9
    assert "shared" not in names
    refusal = "flows.0.rtt_s is -1 s; it must be at least 1e-05 s"
    assert refusal in capsys.readouterr().out
    assert f"# {refusal}" in PAGE.read_text(encoding="utf-8")
    for picture in ("fight.png", "buffer.png", "queue.png", "stored.png"):
        with Image.open(tmp_path / picture) as found:
            assert found.width > 800


def test_example_that_fails_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\nassert value == 2\n```\n")
    execute_page(page, value=2)
    with pytest.raises(AssertionError):
        execute_page(page, value=3)
