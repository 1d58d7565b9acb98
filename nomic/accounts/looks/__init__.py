"""How people look to others: a display name beside their name, a chosen picture, and their name on the wiki."""
