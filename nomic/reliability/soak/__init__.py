"""The soak test: a sandbox deployment, clients, and random kills."""
