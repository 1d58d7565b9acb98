"""Corrections of the past: a fork with the correction is built, reviewed by everybody, and adopted or dropped."""
