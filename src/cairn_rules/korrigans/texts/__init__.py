"""Korrigans in text: notation, sentences, diagrams."""
