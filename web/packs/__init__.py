"""The page on which packs are checked and tried out."""
