"""Figures with what the interface shows beside a curve: axis titles, units, references."""

from fairtt_lab.plots.run import plot_run

__all__ = ["plot_run"]
