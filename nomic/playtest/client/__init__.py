"""The agents' API client, in-process or over HTTP."""
