"""Pictures of Cairn states as SVG, and their colours."""
