"""Commands of the role-playing game on the command line."""
