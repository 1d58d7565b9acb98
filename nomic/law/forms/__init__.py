"""Forms generated from the JSON schemas of sections, and the parsing of what users type into them."""
