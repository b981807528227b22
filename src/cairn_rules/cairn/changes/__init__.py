"""What happened between two states of Cairn."""
