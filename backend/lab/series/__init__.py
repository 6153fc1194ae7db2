"""Time series: stored in compressed chunks, read at the resolution of the screen."""
