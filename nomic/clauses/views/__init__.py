"""View models of clauses for pages, the wiki and the API, and descriptions of clauses in English."""
