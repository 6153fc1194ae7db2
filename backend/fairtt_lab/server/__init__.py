"""The client of a server."""

from fairtt_lab.server.comparisons import Comparison
from fairtt_lab.server.lab import Lab, Shared

__all__ = ["Comparison", "Lab", "Shared"]
