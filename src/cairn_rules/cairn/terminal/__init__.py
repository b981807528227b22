"""Cairn at a terminal: the game in words, and its own commands."""
