"""The numbers of a run that a table or a figure for a first look has."""

from typing import Final

MAIN_METRICS: Final = (
    "utilisation_ratio",
    "jain_index",
    "throughput_ratio",
    "mean_queue_s",
    "retransmit_ratio",
)
