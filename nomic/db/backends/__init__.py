"""Django's database backends with compilers that announce the effect of each statement.

`nomic/db/backends/compilers.py` has the compilers. `DATABASES` must name `nomic.db.backends.postgresql` or
`nomic.db.backends.sqlite3` as the engine.
"""
