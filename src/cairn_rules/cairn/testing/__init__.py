"""The testing kit for megaliths."""
