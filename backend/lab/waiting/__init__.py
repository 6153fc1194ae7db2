"""What a run waits for, for whoever waits for it."""
