"""What a state of Korrigans consists of: the board, tokens, seats and what is to be decided."""
