"""The law: one JSON document per cycle, with its sections, amendments and revisions."""
