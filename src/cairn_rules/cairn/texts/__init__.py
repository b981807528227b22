"""Cairn in text: notation, sentences, diagrams."""
