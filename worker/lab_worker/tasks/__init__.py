"""Celery tasks: thin. What they do is in `lab_worker.runs`."""
