"""States, actions and records of Endless Winter as JSON."""
