"""Views of the ruleset, its values, and what implements each rule."""
