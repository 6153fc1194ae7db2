"""Writes docs/scenario.md from the JSON Schema; a test compares the committed page.

`./lab generate` writes it; `python -m lab_model.scenarios.reference.page` prints it.
"""

import json
import sys
from collections.abc import Mapping
from typing import Any, Final

from lab_model.algorithms.declared import MOST_USED
from lab_model.scenarios.base import ScenarioModel
from lab_model.scenarios.bottleneck import LOSSES, QUEUES, NoLoss
from lab_model.scenarios.flows import TRAFFIC
from lab_model.scenarios.json_schema import scenario_json_schema

_PAGE: Final = """\
# The scenario, version 1

Generated from the schema by `./lab generate`; do not edit.

A scenario, a seed (0 to 2^53 - 1) and the behaviour of the core determine the result, bit for bit.
Values are in SI base units and the unit is the last word of a name; times are rounded to whole
nanoseconds. Unknown fields, text instead of numbers, NaN and duplicate fields are refused with the
path of the field, the value and the bound. [model.md](model.md) shows the path of a packet and says
what each part does.

A minimal scenario:

```json
{example}
```

{objects}
## Limits

{limits}
"""

_EXAMPLE: Final = {
    "duration_s": 30,
    "bottleneck": {"rate_bps": 10_000_000},
    "flows": [{"rtt_s": 0.04, "algorithm": {"name": MOST_USED}}],
}


def _headings_of(path: str, models: Mapping[str, type[ScenarioModel]]) -> dict[str, str]:
    return {model.__name__: f"`{path}` with kind `{kind}`" for kind, model in models.items()}


# The page's headings, in place of the schema's Python names.
_HEADINGS: Final = {
    "Scenario": "The scenario",
    "Bottleneck": "`bottleneck`",
    "Buffer": "`bottleneck.buffer`",
    **_headings_of("bottleneck.queue", QUEUES),
    **_headings_of("bottleneck.loss", {"none": NoLoss, **LOSSES}),
    "RateStep": "`bottleneck.rate_schedule.N`",
    "DeliveryTrace": "`bottleneck.trace`",
    "DelayStep": "`bottleneck.delay_schedule.N`",
    "Outage": "`bottleneck.outages.N`",
    "LossStep": "`bottleneck.loss_schedule.N`",
    "Link": "`links.N`",
    "Transport": "`transport`",
    "FlowGroup": "`flows.N`",
    "AlgorithmChoice": "`flows.N.algorithm`",
    **_headings_of("flows.N.traffic", TRAFFIC),
    "Receiver": "`flows.N.receiver`",
}


def reference_page() -> str:
    """The whole page."""
    schema = scenario_json_schema()
    parts = {"Scenario": schema, **schema["$defs"]}
    objects = "\n".join(
        _object(heading, parts[name], parts["Bottleneck"] if name == "Link" else None)
        for name, heading in _HEADINGS.items()
    )
    limits = ", ".join(f"`{name}` {_number(value)}" for name, value in schema["x-limits"].items())
    page = _PAGE.replace("{example}", json.dumps(_EXAMPLE))
    return page.replace("{objects}", objects).replace("{limits}", limits + ".")


def _object(heading: str, schema: dict[str, Any], base: dict[str, Any] | None) -> str:
    """A section; of an object that has all fields of `base`, only its further ones."""
    required = schema.get("required", [])
    known = base["properties"] if base else {}
    # The heading names the kind.
    rows = [
        _row(name, field, is_required=name in required)
        for name, field in schema["properties"].items()
        if name != "kind" and name not in known
    ]
    text = _one_line(schema["description"])
    if base:
        text += " It has the fields of `bottleneck` and:"
    fields = "\n" + "".join(f"{row}\n" for row in rows) if rows else ""
    return f"## {heading}\n\n{text}\n{fields}"


def _row(name: str, field: dict[str, Any], *, is_required: bool) -> str:
    default = "required" if is_required else f"default {_default(field.get('default'))}"
    return f"- `{name}` ({_values(field)}; {default}): {_one_line(field.get('description', ''))}"


def _default(value: Any) -> str:
    if isinstance(value, dict) and len(value) > 1:
        return "as below"
    if isinstance(value, float):
        return f"`{value:g}`"
    return f"`{json.dumps(value)}`"


def _values(field: dict[str, Any]) -> str:
    """Type, choices, unit and bounds of a field, as a person reads them."""
    variants = [item for item in field.get("anyOf", []) if item.get("type") != "null"]
    nullable = len(variants) < len(field.get("anyOf", []))
    # Alternative spellings that are accepted are not listed as choices.
    if variants and all("const" in each for each in variants[1:]):
        field = {**field, **variants[0]}
    text = _type_of(field)
    unit = field.get("x-unit")
    bounds = _bounds(field)
    if unit and unit not in ("ratio", "flows", "buffer.unit"):
        text += f", {unit}"
    if bounds:
        text += f", {bounds}"
    return text + (", or null" if nullable else "")


def _type_of(field: dict[str, Any]) -> str:
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    if "enum" in field:
        return ", ".join(f"`{value}`" for value in field["enum"])
    names = {
        "number": "number",
        "integer": "integer",
        "boolean": "true or false",
        "string": "text",
        "array": "list",
        "object": "object",
    }
    return names.get(field.get("type", ""), "object")


def _bounds(field: dict[str, Any]) -> str:
    if "minimum" in field and "maximum" in field:
        return f"{_number(field['minimum'])} to {_number(field['maximum'])}"
    words = [
        ("minimum", "at least"),
        ("exclusiveMinimum", "above"),
        ("maximum", "at most"),
        ("exclusiveMaximum", "below"),
        ("maxLength", "characters at most"),
    ]
    return ", ".join(f"{text} {_number(field[key])}" for key, text in words if key in field)


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.12g}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    sys.stdout.write(reference_page())
