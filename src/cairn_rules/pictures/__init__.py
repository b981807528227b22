"""What the pictures of all games are made with: colours and style sheets, texts that fit, shapes, the frame."""
