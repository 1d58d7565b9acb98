"""Model fields that need smaller columns than Django's fields."""
