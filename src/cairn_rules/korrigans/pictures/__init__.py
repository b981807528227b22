"""A state of Korrigans as a picture, and its colours."""
