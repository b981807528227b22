"""The rules of Korrigans: setup, legal actions and their results, and what a seat may know."""
