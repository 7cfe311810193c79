"""The commands, one module each. A command takes the parsed options and prints its result."""
