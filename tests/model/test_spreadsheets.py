"""Texts of people in tables that a spreadsheet opens."""

import pytest

from lab_model.spreadsheets import cell_text


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+A1",
        "-A1",
        "@SUM(1)",
        "\t=1",
        "\r=1",
        "-2+3+cmd|' /C calc'!A0",
        "+1*HYPERLINK(0)",
        "-1 ms+A1",
        "-1\n=A1",
    ],
)
def test_no_text_begins_a_formula(text: str) -> None:
    assert cell_text(text) == f"'{text}"


@pytest.mark.parametrize(
    "text", ["", "-5 ms", "+0.5", "-1e-05", "-2.5 %", "-1 Mbit/s", "10 ms", "1=1", "a+b"]
)
def test_other_texts_and_numbers_stay(text: str) -> None:
    assert cell_text(text) == text
