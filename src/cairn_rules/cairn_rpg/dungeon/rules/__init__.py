"""The rules of exploring a dungeon: turns, and when an action is legal."""
