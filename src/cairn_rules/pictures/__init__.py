"""Building blocks for the SVG pictures of all games: colours, style sheets, fitted text, shapes, the root element."""
