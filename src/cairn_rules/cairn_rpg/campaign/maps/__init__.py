"""The land of a campaign: made at random, read from a file, drawn."""
