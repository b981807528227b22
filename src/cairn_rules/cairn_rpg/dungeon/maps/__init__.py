"""Maps of dungeons: made at random, read from a file, drawn."""
