"""The index finds what the framework would find by trying all routes in their order."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.routing import Match

from lab.app import ROUTERS
from lab.kit.route_index import RouteIndex

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


def scope(path: str, method: str = "GET") -> dict[str, Any]:
    return {"type": "http", "path": path, "method": method, "root_path": ""}


def tried_one_by_one(routes: list[APIRoute], path: str, method: str) -> tuple[Match, Any]:
    """As Starlette's router does it."""
    partial: tuple[Match, Any] = (Match.NONE, None)
    for route in routes:
        match, child_scope = route.matches(scope(path, method))
        found = (match, (route, child_scope.get("path_params")))
        if match == Match.FULL:
            return found
        if match == Match.PARTIAL and partial[0] == Match.NONE:
            partial = found
    return partial


def looked_up(index: RouteIndex, path: str, method: str) -> tuple[Match, Any]:
    match, child_scope = index.matches(scope(path, method))
    if match == Match.NONE:
        return match, None
    return match, (child_scope["route"], child_scope["path_params"])


def all_routes() -> list[APIRoute]:
    return [one for router in ROUTERS for one in router.routes if isinstance(one, APIRoute)]


def paths(routes: list[APIRoute]) -> Iterator[str]:
    """Of every route, and near to it."""
    for route in routes:
        path = "/".join(
            f"value-{place}" if segment.startswith("{") else segment
            for place, segment in enumerate(route.path.split("/"))
        )
        yield from (path, f"{path}/", f"{path}/more", path.rpartition("/")[0], path.upper())


def test_every_route_is_found_as_if_all_were_tried() -> None:
    routes = all_routes()
    index = RouteIndex(routes)
    found = 0
    for path in {*paths(routes), "/", "", "/api", "/assets/index.js", "//"}:
        for method in METHODS:
            expected = tried_one_by_one(routes, path, method)
            assert looked_up(index, path, method) == expected, (method, path)
            found += expected[0] == Match.FULL
    assert found >= len(routes)


def route_of(router: APIRouter, path: str) -> APIRoute:
    def endpoint() -> None: ...

    router.add_api_route(path, endpoint)
    route = router.routes[-1]
    assert isinstance(route, APIRoute)
    return route


def test_the_first_of_two_that_fit_answers() -> None:
    router = APIRouter()
    of_all, of_one = route_of(router, "/runs/{run_id}"), route_of(router, "/runs/newest")
    for routes in ([of_all, of_one], [of_one, of_all]):
        _match, child_scope = RouteIndex(routes).matches(scope("/runs/newest"))
        assert child_scope["route"] is routes[0]


@pytest.mark.parametrize("path", ["/files/{name}.json", "/files/v{number}", "/files/{rest:path}"])
def test_a_parameter_that_is_no_segment_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="a whole segment"):
        RouteIndex([route_of(APIRouter(), path)])
