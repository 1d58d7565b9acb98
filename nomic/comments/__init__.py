"""Talk: comments on proposals, and messages at tables and in halls. No part of any cycle's state or journal."""
