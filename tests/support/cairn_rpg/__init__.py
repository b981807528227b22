"""Helpers of the tests of the role-playing game."""
