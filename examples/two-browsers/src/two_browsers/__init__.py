"""Two people play Cairn in two browsers."""
