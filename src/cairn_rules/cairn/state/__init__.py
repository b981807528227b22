"""What a state of Cairn consists of: the board, tiles, actions and what is to be decided."""
