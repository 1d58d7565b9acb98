"""Developer tools: the implementations of `./run` and `./test`, and throw-away servers."""
