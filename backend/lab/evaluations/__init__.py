"""The league and report cards: shipped algorithms, and algorithms that users added.

Nothing is stored here. An added algorithm is an ordinary experiment with a cell per situation
(`lab_model.evaluation.experiment`), so that equal work is done once and anyone can continue it.
"""
