"""The FaiRTT paper's constants, held against the registry and the main case."""

from pathlib import Path

from lab_model.papers.fairtt_constants import fairtt_constants

ROOT = Path(__file__).parents[3]


def test_table_one_is_what_runs_here() -> None:
    table = {item.what: item for item in fairtt_constants() if item.place == "Table I"}
    assert {name: item.ours for name, item in table.items()} == {
        "Balance factor beta": "0.8",
        "Discount factor gamma": "0.99",
    }
    assert all(item.agrees for item in table.values())


def test_what_differs_is_named() -> None:
    differing = [item.what for item in fairtt_constants() if not item.agrees]
    assert differing == [
        "Window gain in Startup",
        "In flight",
        "Window",
        "RTT of the elephant",
        "RTT of the mouse",
        "Repetitions",
    ]


def test_the_code_that_is_named_has_its_equations() -> None:
    source = (ROOT / "sim-core/src/cc/fairtt.cpp").read_text()
    for words in ("Algorithm 1", "equation 5", "Equation 6", "equation 7"):
        assert words.lower() in source.lower()
