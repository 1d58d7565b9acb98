"""Full-text search over everything in a cycle that everybody may read.

`documents` lists the texts, from the same rows that the public pages show; `index` keeps a copy of them in step, and
`find` searches the copy. The copy has nothing that is secret, so a search needs no permissions.
"""
