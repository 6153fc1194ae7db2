"""Celery tasks: thin. What they do is in the folder of the same name beside this one."""
