"""The page on which games are played."""
