"""The rules of Cairn: setup, legal actions and their results, and what a seat may know."""
