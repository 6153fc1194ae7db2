"""What the API of a running lab takes of the processors."""

from tools import proc
from tools.testing.running_lab import RunningLab


def api_cpu_s(lab: RunningLab) -> float:
    """Processor time of all of its processes since their start."""
    services = lab.state().services
    roots = {pid for name, pid in services.items() if name.startswith("api") and pid is not None}
    return sum(map(proc.cpu_s, proc.below(roots)))
