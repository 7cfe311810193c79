"""The commands other than `play`. Each is a function that takes the parsed options and prints its result."""
