"""What tests of Korrigans have in common."""
