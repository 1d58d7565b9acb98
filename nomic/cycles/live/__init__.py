"""Server-sent events of a cycle: the poller, and the position in the stream."""
