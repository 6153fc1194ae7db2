"""Figures with the axis titles, units and references of the interface."""

from fairtt_lab.plots.run import plot_run

__all__ = ["plot_run"]
