"""Threats and forced wins."""
