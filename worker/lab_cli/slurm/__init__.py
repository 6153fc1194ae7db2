"""`./lab slurm`."""
