"""Prints the shipped traces as a module of the interface (`./lab generate`)."""

import json
import sys

from lab_model.traces import RECIPES, opportunities_ms

_HEAD = """\
// Generated from lab_model.traces by `./lab generate`; do not edit. Synthetic, measured nowhere.
export interface ShippedTrace {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly opportunitiesMs: readonly number[];
}

// prettier-ignore
export const SHIPPED_TRACES: readonly ShippedTrace[] = [
"""


def traces_text() -> str:
    """The whole module."""
    entries = [
        f"  {{ name: {_text(recipe.name)}, title: {_text(recipe.title)}, "
        f"about: {_text(recipe.about)},\n"
        f"    opportunitiesMs: {_list(opportunities_ms(recipe))} }},\n"
        for recipe in RECIPES
    ]
    return _HEAD + "".join(entries) + "];\n"


def _text(value: str) -> str:
    return "'" + json.dumps(value)[1:-1].replace("'", "\\'") + "'"


def _list(times_ms: list[int]) -> str:
    return json.dumps(times_ms, separators=(",", ":"))


if __name__ == "__main__":
    sys.stdout.write(traces_text())
