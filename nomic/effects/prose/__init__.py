"""Descriptions of effects in English."""
