"""Clauses: data attached to a rule of the law that the program executes.

A clause is stored with its rule and described in words below the rule's text. Clauses store values, declare actions,
react to events, forbid actions, and define ways to win and classes of proposals.
"""
