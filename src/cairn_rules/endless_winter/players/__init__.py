"""Players that work only for Endless Winter."""
