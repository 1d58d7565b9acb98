"""What the two outboxes share: claims and who made them, waiting after failures, kinds of trouble, waking workers."""
