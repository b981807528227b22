"""Shared parts of odds and forecasts: numbers with their errors, policies, charts, and the markup of reports."""
