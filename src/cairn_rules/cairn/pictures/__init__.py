"""A state as a picture, and its colours."""
