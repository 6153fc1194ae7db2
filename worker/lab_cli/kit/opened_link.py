"""Links that open a scenario, in what commands print and write."""

from typing import Final

from lab_model.scenarios import Scenario
from lab_model.scenarios.link import scenario_link

_SITE: Final = "http://127.0.0.1:8080"
"""Any lab opens the links: their content stands behind the `#`."""


def opened_link(scenario: Scenario, seed: int) -> str:
    """Opens the scenario in the builder of a lab on this machine."""
    return _SITE + scenario_link(scenario, seed)
