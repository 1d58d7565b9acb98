"""Messages to channels of Discord: what happened, sent and edited through an outbox."""
