"""Axes of experiments, as definitions have them."""

from typing import Any

Json = dict[str, Any]


def axis(path: str, values: list[Any], **changes: Any) -> Json:
    """One path and a list of values."""
    return {"moves": [{"path": path, "values": {"kind": "list", "values": values}}], **changes}


def spaced(path: str, kind: str, first: float, last: float, count: int, **changes: Any) -> Json:
    """One path and a range of values."""
    values = {"kind": kind, "from": first, "to": last, "count": count}
    return {"moves": [{"path": path, "values": values}], **changes}


def arms(*algorithms: str, **changes: Any) -> Json:
    """Every flow has one algorithm after the other."""
    named = [{"name": name} for name in algorithms]
    return axis("flows.*.algorithm", named, label="Algorithm", role="arm", **changes)
