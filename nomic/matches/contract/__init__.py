"""The contract between engine and host: the engine's protocol, and bots and benchmarks for any game.

The modules do not use Django.
"""
