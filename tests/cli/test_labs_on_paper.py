"""`./lab labs` prints worksheets and guides."""

import pytest

from lab_cli.main import main


def test_a_worksheet_and_a_guide_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["labs", "--worksheet", "bufferbloat-at-home"]) == 0
    paper = capsys.readouterr().out
    assert paper.startswith("# Bufferbloat at home\n")
    assert "735 ms" not in paper
    assert main(["labs", "--guide", "bufferbloat-at-home"]) == 0
    guide = capsys.readouterr().out
    assert guide.startswith("# Bufferbloat at home: teacher's guide\n")
    assert "Mean 735, 95% interval 735 to 735 over 20 seeds." in guide


def test_an_unknown_lab_is_refused_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["labs", "--guide", "no-such-lab"]) == 2
    problem = capsys.readouterr().err
    assert "--guide is 'no-such-lab'; it must be one of window-and-rtt, " in problem
