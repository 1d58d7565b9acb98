"""The card battle as a pure engine: immutable states, rules read from the law, no Django, no clock."""
