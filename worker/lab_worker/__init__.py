"""Runs the simulator: Celery tasks for the service, commands for the terminal."""
