"""`./lab read` puts the lab's own export down to what the core counted."""

import pytest

from tests.validation.file_causes import CASES, answers


@pytest.mark.slow
def test_files_are_not_put_down_to_another_limit() -> None:
    rows = list(answers(CASES))
    assert [(row.case, row.file, row.named) for row in rows if row.verdict == "WRONG"] == []
    named = [row for row in rows if row.file == "qlog with packets"]
    assert {row.verdict for row in named} == {"same"}
    assert all(abs(row.ratio - row.truth_ratio) < 0.1 for row in named)
