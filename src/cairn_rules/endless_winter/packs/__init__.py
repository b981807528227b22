"""Content packs: their files, and what is checked in them."""
