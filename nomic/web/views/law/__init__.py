"""Views of the ruleset, its values, and the implementation of each rule."""
