"""Characters that are not permitted in any text."""

import re

NONCHARACTERS = "".join(chr(plane << 16 | low) for plane in range(17) for low in (0xFFFE, 0xFFFF))
# Control characters, bidirectional overrides, lone surrogates, noncharacters.
UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef"
    f"{NONCHARACTERS}]"
)
