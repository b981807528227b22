"""What two or more pages need. It imports from no page."""
