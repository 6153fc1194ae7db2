"""Series, stored in compressed chunks and read at the resolution of the screen; and timelines."""
