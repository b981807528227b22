"""The rules of a fight: a side's turn, its attacks and their consequences."""
