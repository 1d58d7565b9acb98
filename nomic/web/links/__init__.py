"""Links to the page that changes or shows something."""
