"""Comments on proposals, and messages at tables and in halls. They belong to no cycle's state or journal."""
