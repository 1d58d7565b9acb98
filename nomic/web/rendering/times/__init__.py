"""Times on pages: timestamps, upcoming deadlines, the cycle's week, and quick actions of the practice clock."""
