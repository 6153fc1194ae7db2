"""The same without a server: the core on this machine, in threads of this process."""

from fairtt_lab.locally.lab import LocalLab, local, simulate

__all__ = ["LocalLab", "local", "simulate"]
