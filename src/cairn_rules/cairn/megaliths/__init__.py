"""The megaliths of the box, and the effects and powers that megaliths are made of."""
