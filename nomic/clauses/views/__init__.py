"""View models of clauses for pages, the wiki and the API, and clauses in English."""
