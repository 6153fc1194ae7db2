"""Which predictions must be stored before a step runs, so that no step gives away a result that
an earlier step asks to predict.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from lab_model.classroom.lab_file import (
    SEED_AXIS,
    GoalStep,
    LabFile,
    MapAxis,
    MapStep,
    OpenField,
    PredictionStep,
    RunStep,
    Step,
)
from lab_model.experiments.fields import EVERY
from lab_model.experiments.patch import NoSuchPlaceError, with_value
from lab_model.scenarios import Scenario
from lab_model.scenarios.bottleneck import Buffer
from lab_model.scenarios.computed.derived import link_buffer_packets
from lab_model.scenarios.links import BOTTLENECK_ID, all_links

_NOT_PHYSICS: Final = frozenset({"duration_s", "name", "sample_interval_s", "warmup_s"})
"""Fields of a scenario by which two runs may differ and still show the same thing; in its groups
of flows it is the label.
"""

_BUFFER: Final = "buffer"

Free = list[tuple[str, OpenField | MapAxis]]
"""Paths that students may set, with what they may set there."""


def predictions_first(lab: LabFile, step: Step) -> list[PredictionStep]:
    """The predictions that a step waits for, in the lab's order.

    They are those about its own run, and those before it whose run it can compute: as it is given,
    by its open fields, or as a cell of its map. Another seed shows the same, so seeds do not
    count, nor do length, warm-up and names, nor the unit in which a buffer is written. Predictions
    that come later do not hold a step up: a class that goes together could never reach them.
    """
    found = []
    is_before = True
    for each in lab.steps:
        is_before = is_before and each.id != step.id
        if isinstance(each, PredictionStep) and (
            each.about == step.id or (is_before and _can_show(step, lab.step(each.about)))
        ):
            found.append(each)
    return found


def _can_show(step: Step, asked: Step) -> bool:
    """Whether a run of `step` can be the one that `asked` computes as it is given."""
    if not isinstance(asked, RunStep | GoalStep):
        return False
    free: Free
    match step:
        case RunStep() | GoalStep():
            free = [(field.path, field) for field in step.fields]
        case MapStep():
            free = [(axis.path, axis) for axis in (step.x, step.y) if axis.path != SEED_AXIS]
        case _:
            return False
    if not _buffers_can_be_equal(step.scenario, free, asked.scenario):
        return False
    mine, theirs = (_without_buffers(each) for each in (step.scenario, asked.scenario))
    for path, choice in free:
        parts = path.split(".")
        if _BUFFER in parts:
            continue
        if all(_allows(choice, value) for value in _values_at(theirs, parts)):
            # Fields that students may set are not compared. A scenario without such a field
            # differs.
            with suppress(NoSuchPlaceError):
                mine, theirs = (with_value(each, path, None) for each in (mine, theirs))
    return bool(_physics(mine) == _physics(theirs))


def _buffers_can_be_equal(mine: Scenario, free: Free, theirs: Scenario) -> bool:
    """Whether the buffer of each link that both have can hold as many whole packets, which is all
    that a run sees of it: 2 BDP may be 66 packets. Where one has no such link, they differ anyway.
    """
    places = [BOTTLENECK_ID, *(f"links.{index}" for index in range(len(mine.links)))]
    known = all_links(theirs)
    return all(
        _can_hold_as_many(link.buffer, _open_parts(free, place), theirs, link_id)
        for place, (link_id, link) in zip(places, all_links(mine).items(), strict=True)
        if link_id in known
    )


def _open_parts(free: Free, place: str) -> dict[str, OpenField | MapAxis]:
    """What students may set of the buffer at a link: amount, unit, RTT of the BDP."""
    found = {}
    for path, choice in free:
        link, _, part = path.rpartition(f".{_BUFFER}.")
        if link in (place, place.replace(place.rpartition(".")[2], EVERY)):
            found[part] = choice
    return found


def _can_hold_as_many(
    mine: Buffer, free: dict[str, OpenField | MapAxis], theirs: Scenario, link_id: str
) -> bool:
    """Whether some setting of mine, at the rate and the RTTs of theirs, is as large as theirs."""
    if "rtt_s" in free:
        return True
    wanted = link_buffer_packets(theirs, link_id)

    def packets(amount: Any, unit: Any) -> int:
        rtt_s = mine.rtt_s if unit == "bdp" else None
        buffer = Buffer.model_construct(amount=amount, unit=unit, rtt_s=rtt_s)
        return link_buffer_packets(_with_buffer(theirs, link_id, buffer), link_id)

    units = _values_of(free["unit"]) if "unit" in free else [mine.unit]
    amount = free.get("amount")
    for unit in units or [mine.unit]:
        if isinstance(amount, OpenField) and amount.choices is None:
            low, high = amount.minimum, amount.maximum
            is_low = low is not None and wanted < packets(low, unit)
            is_high = high is not None and wanted > packets(high, unit)
            if not (is_low or is_high):
                return True
        elif wanted in {packets(each, unit) for each in _values_of(amount) or [mine.amount]}:
            return True
    return False


def _with_buffer(scenario: Scenario, link_id: str, buffer: Buffer) -> Scenario:
    if link_id == BOTTLENECK_ID:
        link = scenario.bottleneck.model_copy(update={_BUFFER: buffer})
        return scenario.model_copy(update={"bottleneck": link})
    links = [
        link.model_copy(update={_BUFFER: buffer}) if link.id == link_id else link
        for link in scenario.links
    ]
    return scenario.model_copy(update={"links": links})


def _values_of(choice: OpenField | MapAxis | None) -> list[Any]:
    if isinstance(choice, MapAxis):
        return list(choice.values)
    return [] if choice is None else list(choice.choices or [])


def _without_buffers(scenario: Scenario) -> dict[str, Any]:
    written: dict[str, Any] = scenario.model_dump(mode="json")
    for link in (written["bottleneck"], *written.get("links", [])):
        link.pop(_BUFFER)
    return written


def _allows(choice: OpenField | MapAxis, value: Any) -> bool:
    if isinstance(choice, MapAxis):
        return value in set(choice.values)
    if choice.choices is not None:
        return value in list(choice.choices)
    if not isinstance(value, int | float):
        return choice.minimum is None and choice.maximum is None
    is_low = choice.minimum is not None and value < choice.minimum
    is_high = choice.maximum is not None and value > choice.maximum
    return not (is_low or is_high)


def _values_at(place: Any, parts: list[str]) -> Iterator[Any]:
    if not parts:
        yield place
        return
    for item in _members(place, parts[0]):
        yield from _values_at(item, parts[1:])


def _members(place: Any, part: str) -> list[Any]:
    if isinstance(place, list):
        return [item for index, item in enumerate(place) if part in (EVERY, str(index))]
    if isinstance(place, dict) and part in place:
        return [place[part]]
    return []


def _physics(scenario: dict[str, Any]) -> Any:
    kept = {name: value for name, value in scenario.items() if name not in _NOT_PHYSICS}
    flows = [{**group, "label": None} for group in scenario["flows"]]
    return _without_null({**kept, "flows": flows})


def _without_null(place: Any) -> Any:
    """A field that is left out is the same as one that is null."""
    if isinstance(place, dict):
        return {name: _without_null(value) for name, value in place.items() if value is not None}
    return [_without_null(item) for item in place] if isinstance(place, list) else place
