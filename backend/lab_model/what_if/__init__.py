"""What would change: one setting of a scenario altered, all else kept, over the same seeds.

alterations.py   the single changes that can be asked for, and the scenario each one makes
experiment.py    all of them as the arms of one experiment, the scenario itself as baseline
links.py         which links a question is of: those that bind flows
neighbours.py    networks that are nearly the same
offers.py        which changes are worth asking for in a given scenario
"""
