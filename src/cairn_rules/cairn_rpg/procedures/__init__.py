"""The book's procedures, in and out of a fight: saves, damage, carrying, trade, recovery, magic and the party."""
