"""Cards that players own, outside of matches: creating, finding, changing and transferring them."""
