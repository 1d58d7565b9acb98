"""Model fields that take less room than Django's."""
