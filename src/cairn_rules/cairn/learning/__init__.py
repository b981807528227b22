"""Numbers for programs that learn: actions and observations."""
