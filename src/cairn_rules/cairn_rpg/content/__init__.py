"""The content of the book: backgrounds, goods, spells, creatures and texts, and the packs that add to it."""
