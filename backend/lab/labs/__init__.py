"""Labs: attempts, answers, and runs with the settings that a step leaves open."""
