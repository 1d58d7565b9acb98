"""Comments on proposals. They are not part of any cycle's state."""
