"""Stories of ended cycles, and news since the last visit."""
