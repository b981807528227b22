"""Balance reports: the effect of a megalith on games of Cairn, measured in games with and without it."""
