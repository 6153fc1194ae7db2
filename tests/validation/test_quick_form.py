"""The quick form of `./lab validate`, as CI runs it."""

import pytest

from lab_cli.main import main


@pytest.mark.slow
def test_no_verdict_of_the_quick_form_has_changed(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["validate", "--quick"])
    captured = capsys.readouterr()
    assert code == 0, captured.err
    assert "Validation" in captured.out
