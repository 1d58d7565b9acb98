"""Clauses: data attached to a rule of the law that makes the program act.

A clause is stored under the rule's text and read out below it. Clauses keep values, declare actions, react to events,
forbid actions, define ways to win and classes of proposals.
"""
