"""Values as JSON: how they are written, read strictly, and described by a schema. For any game."""
