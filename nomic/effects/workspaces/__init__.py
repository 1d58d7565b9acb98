"""Pieces of the effect language as workspaces of a block editor, with typed connections."""
