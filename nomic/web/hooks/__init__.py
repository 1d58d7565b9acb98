"""Registries by which games add boards, panels, links and quick actions to pages."""
