"""Live news of a cycle: the poller of the journal, and positions in the stream."""
