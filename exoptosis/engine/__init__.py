"""The card battle as a pure game: immutable states, rules read from the law, no Django, no clock."""
