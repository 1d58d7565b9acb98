"""Questions of the hall: what stops at one, waits as a row, and goes on when it is answered or its time is up."""
