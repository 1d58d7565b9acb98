"""Django's database backends with compilers that announce the effect of each statement.

`nomic/db/backends/compilers.py` has the compilers. `DATABASES` must name
`nomic.db.backends.announcing_postgresql` or `nomic.db.backends.announcing_sqlite3` as the engine.
"""
