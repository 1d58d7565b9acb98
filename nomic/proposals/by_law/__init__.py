"""Proposals as things of the law: what rules read of them, do to them, and do after their votes."""
