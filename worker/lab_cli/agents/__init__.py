"""`./lab mcp`: a module named mcp would hide the SDK that it uses."""
