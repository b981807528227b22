"""The rules of Endless Winter: setup, legal actions and their results, and what a seat may know."""
