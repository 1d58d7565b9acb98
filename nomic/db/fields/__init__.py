"""Model fields with smaller columns than those of Django's fields."""
