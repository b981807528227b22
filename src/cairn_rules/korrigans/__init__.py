"""Korrigans: the rules of the game, for two to five players."""
