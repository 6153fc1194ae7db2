"""What a scenario chooses by name, from a committed file that the core generates (registry.json).

The backend never imports the core. `./lab generate` makes the file
and a test keeps it fresh.
"""

from lab_model.algorithms.registry import (
    AlgorithmInfo,
    ComponentInfo,
    ComponentParameter,
    MetricInfo,
    Parameter,
    ParameterInfo,
    QueueInfo,
    QueueTraits,
    Registry,
    TrafficInfo,
    algorithm_names,
    find_algorithm,
    queue_traits,
    registry,
    traffic_kinds,
)

__all__ = [
    "AlgorithmInfo",
    "ComponentInfo",
    "ComponentParameter",
    "MetricInfo",
    "Parameter",
    "ParameterInfo",
    "QueueInfo",
    "QueueTraits",
    "Registry",
    "TrafficInfo",
    "algorithm_names",
    "find_algorithm",
    "queue_traits",
    "registry",
    "traffic_kinds",
]
