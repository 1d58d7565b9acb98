"""Times on pages: instants, what comes next, what a week looks like, ways to move a practice clock."""
