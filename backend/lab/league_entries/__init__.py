"""Modules of somebody's own algorithm that stand in the league beside the shipped algorithms.

An entry is an experiment of the lab's own, with a cell per situation and seeds that are drawn when
the module is entered: the usual workers compute it, and nobody can have tuned to its seeds.
"""
