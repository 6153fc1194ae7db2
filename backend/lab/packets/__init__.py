"""Packet windows: every packet event of a part of a finished run.

Nothing of it is stored with a run: a worker computes the run again from its seed. The service
never loads the core, so an order goes through the queue like a run; the row in PostgreSQL holds the
order, then the events, for an hour.
"""
