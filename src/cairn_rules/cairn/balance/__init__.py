"""Balance: what a megalith does to games of Cairn, measured in games with it and without it."""
