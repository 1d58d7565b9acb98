"""Tables about the law of Dungeon."""
