"""Playing at a terminal: a session that answers what is typed, for any game, and the terminal around it."""
