"""Numbers for programs that learn: observations and the value of a position."""
