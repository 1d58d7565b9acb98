"""Links to the page where something can be changed or is shown."""
