"""Finds the route of a request without asking all of them.

The framework tries one regular expression after the other. With a hundred and twenty routes in
thirty routers that was more than a third of the time before a request reached its endpoint.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

Shape = tuple[str | None, ...]
"""The segments of a path; None for one that is a parameter."""

PARAMETER: Final = re.compile(r"\{\w+(:(?!path)\w+)?\}")
"""`:path` takes slashes, too."""
SELECTED: Final = "lab.route"


class RouteIndex(BaseRoute):
    """Answers as the framework would with these routes, in this order. A parameter must be a whole
    segment and nothing else.
    """

    def __init__(self, routes: Sequence[APIRoute]) -> None:
        self.routes = routes
        self._places: dict[Shape, list[int]] = defaultdict(list)
        for place, route in enumerate(routes):
            self._places[_shape(route.path)].append(place)
        self._masks: dict[int, set[tuple[bool, ...]]] = defaultdict(set)
        for shape in self._places:
            self._masks[len(shape)].add(tuple(segment is not None for segment in shape))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """The first route that fits the path and the method, or else the path alone."""
        if scope["type"] != "http":
            return Match.NONE, {}
        partial: tuple[Match, Scope] | None = None
        for route in self._candidates(scope["path"]):
            match, child_scope = route.matches(scope)
            if match == Match.NONE:
                continue
            found = match, {**child_scope, SELECTED: route}
            if match == Match.FULL:
                return found
            partial = partial or found
        return partial or (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """By the route that `matches` has found."""
        await scope[SELECTED].handle(scope, receive, send)

    def _candidates(self, path: str) -> Iterable[APIRoute]:
        segments = path.split("/")
        places: list[int] = []
        for mask in self._masks.get(len(segments), ()):
            shape = tuple(
                segment if is_fixed else None
                for segment, is_fixed in zip(segments, mask, strict=True)
            )
            places += self._places.get(shape, ())
        return (self.routes[place] for place in sorted(places))


def _shape(path: str) -> Shape:
    segments = path.split("/")
    if any("{" in segment and PARAMETER.fullmatch(segment) is None for segment in segments):
        raise ValueError(f"{path}: a parameter must be a whole segment")
    return tuple(None if "{" in segment else segment for segment in segments)
