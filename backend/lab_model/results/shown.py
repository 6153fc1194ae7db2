"""A result as it is shown: in answers of the service, in files and on pages."""

from collections.abc import Mapping
from typing import Any

from lab_model.scenarios.digest import NEVER_S

Json = dict[str, Any]


def shown(result: Json) -> Json:
    """The result with null for `start_s` of each flow that never starts. The digest stays as it is:
    to `summary_digest` null is NEVER_S.
    """
    if not any(map(never_starts, result["flows"])):
        return result
    flows = [{**flow, "start_s": None} if never_starts(flow) else flow for flow in result["flows"]]
    return {**result, "flows": flows}


def never_starts(flow: Mapping[str, Any]) -> bool:
    """Whether a flow of a stored result never started: its handshake was not over when the flow or
    the run ended, or there was no time for one.
    """
    return bool((flow.get("start_s") or 0.0) >= NEVER_S)
