"""Rules of Cairn, the role-playing game, second edition: characters, combat and odds."""
