"""Forms generated from the JSON schemas of sections."""
