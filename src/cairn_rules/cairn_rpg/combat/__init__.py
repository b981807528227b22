"""The fight of a party against the side of the Warden, as a game."""
