"""Axes of experiments as the interface shows them: a page without a server runs it too."""

from collections.abc import Callable

from lab.experiments.schemas import AxisFollower, AxisPoint, AxisRead, FollowerRepair
from lab_model.experiments.axes import ResolvedAxis, resolve_axes
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.followers import Follower, followers_of


def axes_of(axes: tuple[ResolvedAxis, ...]) -> list[AxisRead]:
    """Axes with all of their points."""
    return [
        AxisRead(
            label=axis.label,
            role=axis.role,
            paths=list(axis.paths),
            unit=axis.unit or "",
            per_display_unit=axis.per_display_unit,
            scale=axis.scale,
            points=[AxisPoint(text=point.text, values=list(point.values)) for point in axis.points],
        )
        for axis in axes
    ]


def axes_with_followers(
    definition: ExperimentDefinition, in_titles: Callable[[str], str] = str
) -> list[AxisRead]:
    """The same with what moves along each axis; `in_titles` as `resolve_axes` has it."""
    axes = axes_of(resolve_axes(definition, in_titles))
    return [
        axis.model_copy(update={"followers": list(map(_follower_read, found))})
        for axis, found in zip(axes, followers_of(definition), strict=True)
    ]


def _follower_read(follower: Follower) -> AxisFollower:
    return AxisFollower(
        quantity=follower.quantity,
        link=follower.link,
        values=list(follower.values),
        unit=follower.unit,
        sentence=follower.sentence,
        repairs=[
            FollowerRepair(title=repair.title, fields=dict(repair.fields))
            for repair in follower.repairs
        ],
    )
