"""The law: one JSON document per cycle, its sections, its amendments, its revisions."""
