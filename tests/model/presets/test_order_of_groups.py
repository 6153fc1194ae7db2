"""One colour means one role: groups have their colours in order, and the farther one is first."""

from lab_model.classroom import load_templates
from lab_model.presets import load_definitions
from lab_model.scenarios import Scenario

NOT_MEASURED_AGAIN = "cubic-rtt"
"""Its claim on 0.3 against 1 BDP holds over whole runs only, so it keeps its runs and their order.
"""


def shipped_scenarios() -> dict[str, Scenario]:
    of_cases = {
        f"{preset.id}, {variant.id}": variant.scenario
        for preset in load_definitions()
        if preset.id != NOT_MEASURED_AGAIN
        for variant in preset.variants
    }
    of_labs = {
        f"{template.id}, step {place}": step.scenario
        for template in load_templates()
        for place, step in enumerate(template.lab.steps)
        if isinstance(getattr(step, "scenario", None), Scenario)
    }
    return of_cases | of_labs


def test_of_groups_with_unlike_rtts_the_longer_one_is_first() -> None:
    unlike = {
        name: [group.rtt_s for group in scenario.flows]
        for name, scenario in shipped_scenarios().items()
        if len({group.rtt_s for group in scenario.flows}) > 1
    }
    assert {"near-and-far, bbr1", "elephant-and-mouse, bbr2"} <= unlike.keys()
    assert any("step" in name for name in unlike)
    for name, rtts_s in unlike.items():
        assert rtts_s == sorted(rtts_s, reverse=True), name
