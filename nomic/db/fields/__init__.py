"""Model fields whose columns are smaller than those of Django's fields."""
