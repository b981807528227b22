"""SVG pictures of Korrigans, and their colours."""
