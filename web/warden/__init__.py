"""The page of the Warden of the role-playing game."""
