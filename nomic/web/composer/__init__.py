"""The composer of proposals: draft, blocks, editors, and amendments from text."""
