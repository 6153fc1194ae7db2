"""The pages that count the shipped labs count all of them."""

from pathlib import Path

import pytest

from lab_model.classroom.templates import load_templates

ROOT = Path(__file__).parents[3]
NUMBERS = (
    "Eleven",
    "Twelve",
    "Thirteen",
    "Fourteen",
    "Fifteen",
    "Sixteen",
    "Seventeen",
    "Eighteen",
)


def _count() -> str:
    return NUMBERS[len(load_templates()) - 11]


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("docs/class-guide.md", "{count} come with the product"),
        ("docs/labs.md", "{count} labs come with the product"),
        ("README.md", "one of {count} [labs]"),
    ],
)
def test_count(page: str, words: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert words.format(count=_count()).lower() in text.lower()


def test_minutes() -> None:
    minutes = [
        sum(step.minutes or 0 for step in template.lab.steps) for template in load_templates()
    ]
    text = (ROOT / "docs/class-guide.md").read_text(encoding="utf-8")
    assert f"{min(minutes)} to {max(minutes)} minutes each" in text
