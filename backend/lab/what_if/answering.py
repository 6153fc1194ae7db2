"""Alterations that are offered and asked for, and their effects, from a scenario and numbers: a
page without a server runs it too.
"""

import hashlib
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from pydantic import ValidationError

from lab.comparisons.schemas import ComparedMetric, ItemDifference, ItemEstimate
from lab.experiments.states import ExperimentStatus
from lab.what_if.schemas import (
    OfferedAlteration,
    WhatIfArm,
    WhatIfOffers,
    WhatIfRead,
    WhatIfRequest,
)
from lab_model.claim import CauseWindow, Claim, Unit
from lab_model.comparisons.rows import estimate_row, pair_rows, significant_digits
from lab_model.experiments.agreement import numbers_compared, seeds_agree
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.metrics import Metric, metrics_of
from lab_model.experiments.number_names import group_count, group_counts, number_names
from lab_model.experiments.numbers import MAX_GROUP_COUNT
from lab_model.scenarios import Scenario, predicted_packet_count, problems_of
from lab_model.scenarios.group_names import distinct_labels
from lab_model.scenarios.links import BOTTLENECK_ID
from lab_model.what_if.alterations import Alteration
from lab_model.what_if.altered import ImpossibleAlterationError
from lab_model.what_if.claims import arm_claims
from lab_model.what_if.experiment import group_places, what_if_experiment
from lab_model.what_if.links import binding_links
from lab_model.what_if.offers import (
    MAX_OFFERED_PACKETS,
    offered_alterations,
    offered_neighbours,
    offered_seed_count,
)

_OF_GROUPS: Final = "throughput_bps"
_RTT: Final = "mean_rtt_s"
_OF_TRAFFIC: Final = {
    "frame_rate_hz": "late_frame_ratio",
    "size_bytes": "mean_completion_s",
    "arrival_rate_hz": "mean_completion_s",
}
"""What counts for groups whose traffic has such a parameter, beside their throughput."""
_OF_ALL: Final = ("jain_index", "utilisation_ratio", "mean_queue_s", "retransmit_ratio")
_OF_LINK: Final = ("utilisation_ratio", "mean_queue_s")
"""Of the link called bottleneck alone."""
_GROUP_NAME: Final = re.compile(r"group_(\d+)_(.+)")
_UNITS: Final[dict[str, Unit]] = {"bit/s": "bps", "s": "s"}
_NOTHING: Final = ItemEstimate(count=0, mean=None, low=None, high=None, is_clipped=False)

Row = Sequence[float]
"""Of one metric in one cell by seed; NaN where no number is known, or none exists."""
ReadRows = Callable[[list[str]], Sequence[Sequence[Row]]]
"""Of each of these metrics the row of every cell."""


class ImpossibleQuestionError(Exception):
    """An alteration can not be. `path` is its place in the request."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.path, self.message = path, message


@dataclass(frozen=True)
class Progress:
    """How far the experiment of a question is."""

    experiment_id: UUID
    status: ExperimentStatus
    core_version: str | None
    seed_count: int
    unit_count: int
    finished_unit_count: int
    done_counts: Sequence[int]
    """By cell."""
    failed_counts: Sequence[int]


def offers_of(run_id: UUID, scenario: Scenario) -> WhatIfOffers:
    """The usual questions about a run of this scenario."""
    offered = offered_alterations(scenario)
    seed_count = offered_seed_count(scenario, len(offered))
    packets = predicted_packet_count(scenario) * (len(offered) + 1) * seed_count
    return WhatIfOffers(
        run_id=run_id,
        offers=[_offer(alteration, scenario) for alteration in offered],
        seed_count=seed_count,
        predicted_packets=packets,
        is_quick=packets <= MAX_OFFERED_PACKETS,
    )


def _offer(alteration: Alteration, scenario: Scenario) -> OfferedAlteration:
    return OfferedAlteration(
        alteration=alteration,
        title=alteration.title(scenario),
        claims=arm_claims(alteration, scenario),
    )


def question_of(scenario: Scenario, wanted: WhatIfRequest) -> ExperimentDefinition:
    """The experiment that answers. Raises `ImpossibleQuestionError`."""
    for place, alteration in enumerate(wanted.alterations):
        path = f"alterations.{place}"
        try:
            alteration.apply(scenario)
        except ImpossibleAlterationError as error:
            raise ImpossibleQuestionError(path, f"{path} is impossible: {error}.") from None
        except ValidationError as error:
            [first, *_] = problems_of(error)
            message = f"{path} makes an invalid scenario: {first.message}"
            raise ImpossibleQuestionError(path, message) from None
    try:
        return what_if_experiment(scenario, wanted.alterations, wanted.seed_count)
    except ValidationError as error:
        # Two alterations that do the same, or one that changes nothing.
        message = str(error.errors()[0]["ctx"].get("requirement", error.errors()[0]["msg"]))
        raise ImpossibleQuestionError("alterations", f"alterations: the list {message}") from None


def table_of(
    definition: ExperimentDefinition, progress: Progress, read_rows: ReadRows
) -> WhatIfRead:
    """The table as far as it is known."""
    compared = _names_compared(definition)
    wanted = names_read(definition)
    rows = dict(zip(wanted, read_rows(wanted), strict=True))
    # Of the first arm, the scenario as it is.
    utilisation, *of_groups = (rows[name][0] for name in compared)
    agree = seeds_agree(utilisation, of_groups)
    metrics, has_equal = _metrics(definition, rows)
    done = progress.done_counts
    is_done = [count == progress.seed_count for count in done]
    return WhatIfRead(
        experiment_id=progress.experiment_id,
        status=progress.status,
        unit_count=progress.unit_count,
        finished_unit_count=progress.finished_unit_count,
        seed_count=progress.seed_count,
        core_version=progress.core_version,
        arms=[
            WhatIfArm(
                title=title,
                claims=_claims(definition, metrics, cell),
                cell_index=cell,
                done_count=done[cell],
                failed_count=progress.failed_counts[cell],
                changes_nothing=has_equal[cell] and is_done[0] and is_done[cell],
            )
            for cell, title in enumerate(definition.axes[0].names or [])
        ],
        seeds_agree=agree,
        neighbours=[
            _offer(change, definition.base)
            for change in (offered_neighbours(definition.base) if agree else ())
        ],
        metrics=metrics,
    )


def names_read(definition: ExperimentDefinition) -> list[str]:
    """The numbers of units that the table is made of."""
    shown = [
        name
        for places in group_places(definition)
        for metric in _metric_names(definition)
        if (name := _name_in(places, metric)) is not None
    ]
    return list(dict.fromkeys([*shown, *_names_compared(definition)]))


def id_of(owner_key_hash: bytes | None, definition: ExperimentDefinition) -> UUID:
    """Of the experiment that answers a user's question: the same for the same question."""
    text = f"what-if\n{(owner_key_hash or b'').hex()}\n{definition.model_dump_json(by_alias=True)}"
    return UUID(bytes=hashlib.sha256(text.encode()).digest()[:16], version=5)


def _names_compared(definition: ExperimentDefinition) -> list[str]:
    return numbers_compared(group_count(definition), number_names(definition))


def _metric_names(definition: ExperimentDefinition) -> list[str]:
    """Where the scenario has several links, queues are judged by the RTTs of the flows that pass
    them: units have numbers of the bottleneck alone.
    """
    base = definition.base
    count = min(len(base.flows), MAX_GROUP_COUNT)
    fields = (_OF_GROUPS, _RTT) if base.links else (_OF_GROUPS,)
    of_groups = [f"group_{index}_{field}" for field in fields for index in range(count)]
    of_groups += [
        f"group_{index}_{field}"
        for parameter, field in _OF_TRAFFIC.items()
        for index, group in enumerate(base.flows[:count])
        if parameter in group.traffic.parameters()
    ]
    has_link = BOTTLENECK_ID in binding_links(base)
    return [*of_groups, *(name for name in _OF_ALL if has_link or name not in _OF_LINK)]


def _metrics(
    definition: ExperimentDefinition, tables: Mapping[str, Sequence[Row]]
) -> tuple[list[ComparedMetric], list[bool]]:
    """Each metric in every arm, and against the first arm; and which arms have
    the numbers of the first one in every seed.
    """
    # As the titles of the arms name them.
    labels = distinct_labels([group.label for group in definition.base.flows])
    places = group_places(definition)
    found = []
    has_equal = [cell > 0 for cell in range(len(places))]
    for metric in metrics_of(_metric_names(definition), labels, group_counts(definition)):
        rows = [_row(tables, places[cell], metric.name, cell) for cell in range(len(places))]
        first = tables[metric.name][0]
        for cell, row in enumerate(rows):
            has_equal[cell] &= row is not None and _are_equal(row, first)
        said = vars(metric) | {"label": _label(definition, metric)}
        found.append(
            ComparedMetric(
                **said,
                items=[_NOTHING if row is None else _estimate(row, metric) for row in rows],
                against_baseline=[
                    None if row is None or cell == 0 else _change(row, first, metric)
                    for cell, row in enumerate(rows)
                ],
            )
        )
    return found, has_equal


def _label(definition: ExperimentDefinition, metric: Metric) -> str:
    if metric.name not in _OF_LINK or not definition.base.links:
        return metric.label
    return f"{metric.label} (link {BOTTLENECK_ID})"


def _row(
    tables: Mapping[str, Sequence[Row]], places: Sequence[int | None], name: str, cell: int
) -> Row | None:
    """The values by seed of a metric in a cell; None for a group that this arm left out."""
    here = _name_in(places, name)
    return None if here is None else tables[here][cell]


def _name_in(places: Sequence[int | None], name: str) -> str | None:
    """The name of the number in an arm that has the groups at these places; None: it left the
    group out.
    """
    found = _GROUP_NAME.fullmatch(name)
    if found is None:
        return name
    here = places[int(found[1])]
    return None if here is None else f"group_{here}_{found[2]}"


def _claims(
    definition: ExperimentDefinition, metrics: Sequence[ComparedMetric], cell: int
) -> list[Claim]:
    """The numbers of the line of an arm, for the groups of the unchanged scenario."""
    base = definition.base
    window = CauseWindow(from_s=base.warmup_s, to_s=base.duration_s)
    found = []
    for metric in metrics:
        mean = metric.items[cell].mean
        if mean is None:
            continue
        of_group = _GROUP_NAME.fullmatch(metric.name)
        subject = f"group:{of_group[1]}" if of_group else "run"
        found.append(
            Claim(
                subject="link:0" if metric.name in _OF_LINK else subject,
                quantity=of_group[2] if of_group else metric.name,
                relation="is",
                value=mean,
                unit=_UNITS.get(metric.unit, "ratio"),
                window=window,
            )
        )
    return found


def _are_equal(row: Row, other: Row) -> bool:
    """To the last digit; numbers that both lack are equal."""
    return all(
        ours == theirs or (math.isnan(ours) and math.isnan(theirs))
        for ours, theirs in zip(row, other, strict=True)
    )


def _estimate(row: Row, metric: Metric) -> ItemEstimate:
    found = estimate_row([value for value in row if not math.isnan(value)], metric)
    mean, low, high = map(significant_digits, (found.mean, found.low, found.high))
    return ItemEstimate(
        count=found.count, mean=mean, low=low, high=high, is_clipped=found.is_clipped
    )


def _change(row: Row, baseline: Row, metric: Metric) -> ItemDifference:
    pairs = [
        pair
        for pair in zip(row, baseline, strict=True)
        if not math.isnan(pair[0]) and not math.isnan(pair[1])
    ]
    found = pair_rows([ours for ours, _ in pairs], [theirs for _, theirs in pairs], metric)
    mean, low, high = map(significant_digits, (found.mean, found.low, found.high))
    return ItemDifference(
        kind=found.kind,
        is_paired=True,
        count=found.count,
        mean=mean,
        low=low,
        high=high,
        is_distinguishable=found.is_distinguishable,
    )
