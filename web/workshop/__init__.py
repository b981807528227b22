"""The page on which megaliths of Cairn are written."""
