"""Server-sent events of a cycle: the poller, and positions in the stream."""
