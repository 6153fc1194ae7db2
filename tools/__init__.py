"""What stands behind `./lab`. Standard library only: it runs before anything is installed."""
