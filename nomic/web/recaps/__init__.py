"""Stories of ended cycles, and what is new since a visit."""
