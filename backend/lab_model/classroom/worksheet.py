"""A lab on paper for students: tasks, room for answers, no keys. Made from `for_students` alone."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from lab_model.classroom.lab_file import LabFile, for_students
from lab_model.experiments.fields import find_field
from lab_model.metrics import FLOW_SERIES
from lab_model.scenarios import Scenario
from lab_model.scenarios.group_names import algorithm_title
from lab_model.scenarios.units import number_text

# A step or a part of it, as `for_students` gives it.
Fields = dict[str, Any]

_LINE: Final = "_" * 60
_GAP: Final = "_" * 16
_AXES_WIDTH: Final = 60
_AXES_HEIGHT: Final = 12
_GOAL_ROWS: Final = 5
# The unit of the amount is a field of its own, next to it.
_BUFFER: Final = "bottleneck.buffer.amount"
_BUFFER_UNITS: Final = {"bdp": "BDP", "seconds": "s"}


def worksheet(lab: LabFile) -> str:
    """Markdown to be printed."""
    shown_lab = for_students(lab)
    parts = [
        f"# {shown_lab['title']}",
        f"Name: {_GAP * 2}  Date: {_GAP}",
        shown_lab["summary"],
        "Afterwards you can:",
        "\n".join(f"- {goal}" for goal in shown_lab["goals"]),
    ]
    for number, step in enumerate(shown_lab["steps"], start=1):
        parts += _step(number, step, shown_lab["steps"])
    return "\n\n".join(part for part in parts if part) + "\n"


def field_title(path: str, scenario: Scenario) -> str:
    """What a field is called, for readers who know no paths: `Base RTT of far`."""
    found = find_field(path, scenario)
    title = path if found is None else found.title
    group = path.split(".")[1] if path.startswith("flows.") else ""
    if not group or len(scenario.flows) == 1:
        return title
    return f"{title} of {scenario.flows[int(group)].label if group.isdecimal() else 'all flows'}"


def field_value(path: str, value: Any, scenario: Scenario) -> str:
    """A field's value in the unit in which people read it: `20 ms`, `4 BDP`, `BBRv2`."""
    if isinstance(value, str):
        return algorithm_title(value)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return str(value)
    found = find_field(path, scenario)
    if path == _BUFFER:
        chosen = scenario.bottleneck.buffer.unit
        return f"{number_text(value)} {_BUFFER_UNITS.get(chosen, chosen)}"
    if found is None:
        return number_text(value)
    unit = found.display_unit or found.unit or ""
    return f"{number_text(value / found.per_display_unit)} {unit}".rstrip()


def _step(number: int, step: Fields, steps: list[Fields]) -> list[str]:
    unit = "point" if step["points"] == 1 else "points"
    points = f", {step['points']:g} {unit}" if step["points"] else ""
    if points and step.get("points_for") == "answer":
        points += " for an answer"
    head = f"## {number}. {step['title']} ({step['minutes']} min{points})"
    return [head, step["text"], *_TASKS[step["kind"]](step, steps)]


def _nothing(_step: Fields, _steps: list[Fields]) -> list[str]:
    return []


def _run(step: Fields, _steps: list[Fields]) -> list[str]:
    return [_open_fields(step), f"What you see:\n\n{_lines(2)}"]


def _goal(step: Fields, _steps: list[Fields]) -> list[str]:
    scenario = _scenario(step)
    titles = [field_title(field["path"], scenario) for field in step["fields"]]
    rows = [[""] * (len(titles) + 2) for _ in range(_GOAL_ROWS)]
    return [_open_fields(step), _table([*titles, "What came out", "Reached?"], rows)]


def _prediction(step: Fields, steps: list[Fields]) -> list[str]:
    about = next(each for each in steps if each["id"] == step["about"])
    asked = step["prediction"]
    first = f"Answer before you run '{about['title']}'."
    match asked["kind"]:
        case "pick":
            return [first, _boxes(option["text"] for option in asked["options"])]
        case "number":
            return [first, _number(asked)]
        case "order":
            items = "\n".join(f"- `___` {item['text']}" for item in asked["items"])
            return [f"{first} Number them, 1 is the largest.", items]
        case _:
            return [first, _axes(asked, _scenario(about))]


def _question(step: Fields, _steps: list[Fields]) -> list[str]:
    asked = step["question"]
    match asked["kind"]:
        case "choice":
            return [_boxes(asked["options"])]
        case "number":
            return [_number(asked)]
        case _:
            return [_lines(4)]


def _map(step: Fields, _steps: list[Fields]) -> list[str]:
    x, y = step["x"], step["y"]
    # The longer side runs down the page.
    across, down = (x, y) if len(x["values"]) <= len(y["values"]) else (y, x)
    scenario = _scenario(step)
    columns, names = (
        [field_value(axis["path"], value, scenario) for value in axis["values"]]
        for axis in (across, down)
    )
    header = [f"{down['label']} / {across['label']}", *columns]
    rows = [[name, *[""] * len(columns)] for name in names]
    return [f"{step['label']}:", _table(header, rows)]


def _game(step: Fields, _steps: list[Fields]) -> list[str]:
    titles = ", ".join(map(algorithm_title, step["candidates"]))
    rows = [[str(index + 1), "", ""] for index in range(step["rounds"])]
    return [f"Candidates: {titles}.", _table(["Round", "Algorithm", "What gave it away"], rows)]


_TASKS: Final[dict[str, Callable[[Fields, list[Fields]], list[str]]]] = {
    "text": _nothing,
    "run": _run,
    "goal": _goal,
    "prediction": _prediction,
    "question": _question,
    "map": _map,
    "game": _game,
}


def _open_fields(step: Fields) -> str:
    scenario = _scenario(step)
    lines = [f"- {field_title(f['path'], scenario)}{_bounds(f, scenario)}" for f in step["fields"]]
    return "You may change:\n\n" + "\n".join(lines) if lines else ""


def _bounds(field: Fields, scenario: Scenario) -> str:
    path, choices = field["path"], field["choices"]
    if field["is_own_algorithm"]:
        return ": one that you have written"
    if choices is not None:
        return ": " + ", ".join(field_value(path, each, scenario) for each in choices)
    ends = [("from", field["minimum"]), ("to", field["maximum"])]
    return "".join(
        f" {word} {field_value(path, end, scenario)}" for word, end in ends if end is not None
    )


def _axes(asked: Fields, scenario: Scenario) -> str:
    series = FLOW_SERIES[asked["series"]]
    top = f"{number_text(asked['top'])} {series.unit}".rstrip()
    seconds = number_text(scenario.duration_s)
    rows = [f"  |{' ' * _AXES_WIDTH}" for _ in range(_AXES_HEIGHT)]
    foot = [f"  +{'-' * _AXES_WIDTH}", f"  0{' ' * (_AXES_WIDTH - 6)}{seconds} s"]
    return "\n".join(
        ["```text", f"{series.title} of {asked['flow']}; top: {top}", *rows, *foot, "```"]
    )


def _scenario(step: Fields) -> Scenario:
    return Scenario.model_validate(step["scenario"], strict=False)


def _boxes(options: Iterable[str]) -> str:
    return "\n".join(f"- [ ] {option}" for option in options)


def _number(asked: Fields) -> str:
    return f"Answer: {_GAP} {asked['unit']}".rstrip()


def _lines(count: int) -> str:
    return "\n\n".join([_LINE] * count)


def _table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
