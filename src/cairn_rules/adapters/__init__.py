"""Adapters that offer every game as an environment of other frameworks; each needs the extra of its name."""
