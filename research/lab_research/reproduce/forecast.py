"""What the way to the paper's own grid will take, from 1 % of its runs that are computed now."""

from lab_cli.sweep.predict import predict
from lab_exec.experiments.forecast import forecast_sentence
from lab_exec.experiments.units import Unit
from lab_research.reproduce.growth import Step
from lab_research.reproduce.run import Known


def print_forecast(steps: list[Step], known: Known, process_count: int) -> None:
    """The steps are of one experiment; the last one has all of its runs."""
    if not steps:
        return
    plan = steps[-1].plan
    keys = plan.unit_keys()
    work = plan.expansion.work
    units = [Unit(cell, key[1], work[cell].predicted_packets) for key, cell in keys.items()]
    found = predict(plan.expansion, units, process_count)
    print(f"{plan.key}: {forecast_sentence(found, process_count)}")
    there = sum((plan.measures, key) in known for key in keys)
    print(f"{there} of these runs are there already.", flush=True)
