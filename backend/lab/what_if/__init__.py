"""What would change: an experiment around one run, asked for with one request.

Nothing is stored here. The alterations are the arms of an ordinary experiment
(`lab_model.what_if.experiment`), so that equal work is done once and anybody can go on with it.
"""
