"""Users' modules that are ranked in the league together with the shipped algorithms.

An entry is an experiment of the lab's own, with a cell per situation and seeds that are drawn when
the module is entered: the usual workers compute it, and no module can be tuned to its seeds.
"""
