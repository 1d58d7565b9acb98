"""Forms made from the JSON schemas of sections."""
