"""Workers that can only go out: they fetch batches of experiments and send numbers over HTTP.

They claim the same rows as the workers beside the database, under the same fence. What they send
is not trusted: a local worker computes the first units of each token, and later ones by lot, again
(lab.experiments.remote_units), and a token that has sent anything else loses all it has sent.
"""
