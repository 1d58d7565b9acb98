"""Converts pieces of the effect language to workspaces of a block editor with typed connections, and back."""
