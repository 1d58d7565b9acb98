"""Clauses: data attached to a rule of the law that the program executes.

A clause is stored under the rule's text and displayed in words below it. Clauses store values, declare actions, react
to events, forbid actions, and define ways to win and classes of proposals.
"""
