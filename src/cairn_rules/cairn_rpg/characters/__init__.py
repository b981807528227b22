"""Characters as values: attributes, what they carry, attacks, effects, conditions and scars."""
