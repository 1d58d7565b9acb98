"""Links to the pages that change or show a part of the law."""
