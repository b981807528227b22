"""What the games of this package share: logs, records, documents, numbers and rows of characters."""
