"""The timeline: phases as intervals and events as points in time."""
