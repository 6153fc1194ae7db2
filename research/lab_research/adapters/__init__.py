"""`adapters`: controllers of public stacks as modules, compared with our own."""
