"""The league and report cards: what ships with the lab, and algorithms that somebody added.

Nothing is stored here. An added algorithm is an ordinary experiment with a cell per situation
(`lab_model.evaluation.experiment`), so that equal work is done once and anybody can go on with it.
"""
