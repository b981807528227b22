"""Shared parts of the games of this package: logs, records, documents, parts of actions, rows of diagrams."""
