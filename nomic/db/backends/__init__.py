"""Django's database backends with compilers that announce what each statement does (`nomic/db/backends/compilers.py`).

`DATABASES` must name `nomic.db.backends.postgresql` or `nomic.db.backends.sqlite3` as the engine.
"""
