"""Tools for developers: what `./run` and `./test` do, and throw-away servers."""
