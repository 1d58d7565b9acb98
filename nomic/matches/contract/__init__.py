"""The contract between engine and host: the engine's protocol, and bots and benchmarks that work for any game.

Plain Python.
"""
