"""Labs: ways through them, answers, runs within what a step leaves open."""
