"""The law's document: its sections, entries and templates, and the cache of parsed laws."""
