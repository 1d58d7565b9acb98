"""Integrity checks of a deployment, and the soak test that kills its services."""
