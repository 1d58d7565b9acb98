"""The API client of agents, in-process or over HTTP."""
