"""Plans for the core in the browser, and what holds its two writers together."""
