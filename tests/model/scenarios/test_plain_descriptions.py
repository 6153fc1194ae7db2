"""Descriptions are read beside a field by people who have never seen its name in JSON."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lab_model.scenarios import scenario_json_schema

MODEL = Path(__file__).parents[3] / "backend" / "lab_model"
TEXTS = frozenset({"title", "description", "summary", "fidelity"})
IDENTIFIER = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")


def _shown() -> Iterator[tuple[str, str]]:
    """Where it is and what it says, of each text that the interface shows of a declaration."""
    yield from _texts("schema", scenario_json_schema())
    for name in ("algorithms/registry.json", "metrics/metrics.json"):
        yield from _texts(name, json.loads((MODEL / name).read_text(encoding="utf-8")))


def _texts(place: str, node: Any) -> Iterator[tuple[str, str]]:
    pairs = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in pairs:
        inner = f"{place}/{key}"
        if isinstance(value, dict | list):
            yield from _texts(inner, value)
        elif isinstance(value, str) and key in TEXTS:
            yield inner, value


def _names() -> frozenset[str]:
    """Names of fields and parameters, and choices, as JSON writes them."""
    schema = scenario_json_schema()
    models = [schema, *schema["$defs"].values()]
    names = {name for model in models for name in model["properties"]}
    names |= {
        choice
        for model in models
        for field in model["properties"].values()
        for choice in field.get("enum", ())
    }
    registry = json.loads((MODEL / "algorithms/registry.json").read_text(encoding="utf-8"))
    for entry in (entry for family in registry.values() for entry in family):
        for parameter in entry["parameters"]:
            names |= {parameter["name"], *parameter["choices"]}
    return frozenset(name for name in names if "_" in name)


def test_no_description_is_written_in_markup_or_in_words_of_json() -> None:
    texts = list(_shown())
    assert len(texts) > 500
    marked = [(place, text) for place, text in texts if "`" in text]
    assert marked == []
    coded = [
        (place, text) for place, text in texts if re.search(r"\b[Nn]ull\b|^True:|^False:", text)
    ]
    assert coded == []


def test_no_description_calls_a_field_by_its_name_in_json() -> None:
    names = _names()
    assert {"rate_bps", "before_queue", "min_rtt_window_s"} <= names
    found = [
        (place, name)
        for place, text in _shown()
        for name in IDENTIFIER.findall(text)
        if name in names
    ]
    assert found == []
