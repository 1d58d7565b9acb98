"""Discord's protocol: signatures, interactions, and the answers that it accepts."""
