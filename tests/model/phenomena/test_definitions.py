"""What readers are told is what the code does."""

from lab_model.phenomena.detect import DEFINITIONS
from tools.paths import PROJECT_ROOT


def test_the_page_has_every_definition_word_for_word() -> None:
    page = " ".join((PROJECT_ROOT / "docs" / "phenomena.md").read_text().split())
    for definition in DEFINITIONS:
        assert f"## {definition.title} {definition.text}" in page
        assert f"Source: {definition.source}." in page


def test_every_kind_is_defined_once() -> None:
    kinds = [definition.kind for definition in DEFINITIONS]
    assert len(kinds) == len(set(kinds)) == 13
