"""Messages to Discord channels about what happened, sent and edited through an outbox."""
