"""States, actions and records of Cairn as JSON."""
