"""Players that work only for Cairn."""
