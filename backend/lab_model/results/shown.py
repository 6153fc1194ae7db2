"""A result as people and their programs read it: answers of the service, files, the page."""

from typing import Any

from lab_model.scenarios.digest import NEVER_S

Json = dict[str, Any]


def shown(result: Json) -> Json:
    """The same with null for `start_s` of each flow that never starts. The digest stays as it is:
    to `summary_digest` null is NEVER_S.
    """
    if not any(map(_never_starts, result["flows"])):
        return result
    flows = [{**flow, "start_s": None} if _never_starts(flow) else flow for flow in result["flows"]]
    return {**result, "flows": flows}


def _never_starts(flow: Json) -> bool:
    return bool((flow.get("start_s") or 0.0) >= NEVER_S)
