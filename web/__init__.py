"""The pages of the site that run the library: a folder each, and what they share."""
