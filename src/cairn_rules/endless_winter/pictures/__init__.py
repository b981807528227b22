"""The SVG pictures of Endless Winter."""
