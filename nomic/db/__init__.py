"""The database layer: unit of work, prepared queries, bulk SQL, query caches, optimistic lock."""
