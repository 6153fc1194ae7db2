"""`adapters`: controllers of public stacks as modules, beside our own."""
