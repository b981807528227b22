"""Endless Winter in text: notation, sentences, diagrams."""
