"""The looks of people: a display name beside the name, a chosen picture, and the name on the wiki."""
