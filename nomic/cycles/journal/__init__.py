"""The only writer of the journal, its hash chain, and its failed entries."""
