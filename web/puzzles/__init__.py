"""The page of puzzles of Cairn."""
