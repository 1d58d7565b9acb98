"""Cards that players own: creating, finding, changing and giving them, outside of matches."""
