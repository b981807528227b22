"""Players of Cairn alone."""
