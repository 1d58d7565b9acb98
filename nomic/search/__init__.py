"""Full-text search over everything in a cycle that everybody may read.

`documents` yields the texts from the rows that public pages show, `index` keeps a copy of them up to date, and `find`
searches the copy. The copy contains no secrets, so a search needs no permissions.
"""
