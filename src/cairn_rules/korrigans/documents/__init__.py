"""States, actions and records of Korrigans as JSON."""
