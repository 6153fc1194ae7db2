"""Runs that somebody has computed elsewhere, brought into an experiment in one store.

They come in parts and are seen by nobody. Once all are here the lab draws by lot which of them its
own workers compute (lots). Is any of these different, nothing is taken (lab.experiments.
import_check). What is taken is seen in this experiment and in links to it alone, and is replaced by
what workers of the lab ever find: whoever brings a store is believed by nobody else.
"""
