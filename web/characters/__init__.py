"""The page that makes characters of the role-playing game."""
