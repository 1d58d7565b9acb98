"""Make `cards.svg`: one symbol per picture of a card, named by the slug of the name that it illustrates.

To add a picture, add an entry to PICTURES and run this file; pages find symbols by slug, so nothing else changes.
A picture is drawn in 64 × 64 units. `currentColor` is the card's ink, INK fills with that ink, PAPER is the card's
ground, TINT a light wash of the ink, and TWO the second colour of the card, or brass.
"""

from math import cos, pi, sin
from pathlib import Path

INK, PAPER, TWO = 'fill="currentColor"', 'fill="var(--art-paper,#fffaf0)"', 'fill="var(--art-two,#c08a2b)"'
TINT = 'fill="currentColor" fill-opacity=".22"'
BARE = 'stroke="none"'
THIN = 'stroke-width="1"'


def path(d: str, *style: str) -> str:
    return f'<path d="{d}"{"".join(f" {each}" for each in style)}/>'


def disc(x: float, y: float, radius: float, *style: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{"".join(f" {each}" for each in style)}/>'


def oval(x: float, y: float, wide: float, high: float, *style: str) -> str:
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{wide:g}" ry="{high:g}"{"".join(f" {each}" for each in style)}/>'


def turned(degrees: float, drawing: str, x: float = 32, y: float = 32) -> str:
    return f'<g transform="rotate({degrees:g} {x:g} {y:g})">{drawing}</g>'


def ring(count: int, inner: float, outer: float, x: float = 32, y: float = 32, start: float = 0) -> str:
    """Return the path data of `count` rays."""
    rays = []
    for each in range(count):
        angle = 2 * pi * each / count + start
        rays.append(
            f"M{x + inner * sin(angle):.1f} {y - inner * cos(angle):.1f}L{x + outer * sin(angle):.1f}"
            f" {y - outer * cos(angle):.1f}"
        )
    return "".join(rays)


def star(points: int, outer: float, inner: float, x: float, y: float) -> str:
    """Return the path data of a star."""
    corners = []
    for each in range(2 * points):
        radius, angle = (inner if each % 2 else outer), pi * each / points
        corners.append(f"{x + radius * sin(angle):.1f} {y - radius * cos(angle):.1f}")
    return f"M{'L'.join(corners)}Z"


def burst(count: int, inner: float, outer: float) -> str:
    return path(ring(count, inner, outer), THIN, 'stroke-opacity=".55"')


FACE = (
    oval(32, 30, 8.6, 10.2, PAPER)
    + disc(28.7, 29, 1, INK, BARE)
    + disc(35.3, 29, 1, INK, BARE)
    + path("M27 26.3q1.7-1.2 3.3-.2M33.7 26.1q1.6-1 3.3.2M32 29.5l-1.2 3.8h1.8", THIN)
)
SMILE = path("M29 36q3 2 6 0", THIN)
STERN = path("M29.4 36.4h5.2", THIN)
MOUSTACHE = path("M32 34.6c-2 2.4-5 2-7 .2 2.6.2 4-1.6 7-1 3-.6 4.4 1.2 7 1-2 1.8-5 2.2-7-.2z", INK, BARE)
HAIR = path("M22.4 24c-1.6 5-1.4 11 .6 15h18c2-4 2.2-10 .6-15z", TINT)
BEARD = path("M23.4 31c.4 9 3.4 15.4 8.6 17.6 5.2-2.2 8.2-8.6 8.6-17.6-2 4-4.6 4.4-8.6 4-4 .4-6.6 0-8.6-4z", INK)
LONG_HAIR = path("M22.6 28c0-8 4-12 9.4-12s9.4 4 9.4 12c0 9 3 13 4.4 18H18.2c1.4-5 4.4-9 4.4-18z", TINT)
PAGE_HAIR = path("M22 35c-1.6-12 2.6-18.4 10-18.4S43.6 23 42 35c3 1.6 4 4 3.4 5.4H18.6c-.6-1.4.4-3.8 3.4-5.4z", TINT)
ROBE = (
    path("M7 63c0-12 8-17.4 18-19.6l7 5 7-5c10 2.2 18 7.6 18 19.6z", TINT)
    + path("M25 43.4l7 19.6 7-19.6-7 5z", TWO)
    + path("M14 63c.4-6 2-10 5-13M50 63c-.4-6-2-10-5-13", THIN)
)
COLLAR = path("M23 44l9 5.4 9-5.4-2.2-3.4H25.2z", PAPER)
CROWN = path("M21.4 21.6l-2.6-12 7 5.4L32 6.6l6.2 8.4 7-5.4-2.6 12z", TWO) + path("M22 18.4h20", THIN)
CROWN_TOPS = disc(18.8, 9, 1.7, INK) + disc(32, 6, 1.7, INK) + disc(45.2, 9, 1.7, INK)
TIARA = path("M22 21c4-5.6 6.6-7 10-14.4C35.4 14 38 15.4 42 21c-6-2.6-14-2.6-20 0z", TWO)
COVERED = path("M21 22c-1-8 5-13.6 13-13 6.4.4 10.4 3.6 11 8l-3.6 3.6C35 17.4 27 18 21 22z", TWO)
SCEPTRE = path("M53 63V30", 'stroke-width="2.4"') + path(star(4, 6.4, 2.4, 53, 25), TWO)
ROSE = (
    path("M11 63V38M11 50c-3-.4-4.6-2-5-5 3 .4 4.6 2 5 5z", TINT)
    + disc(11, 33, 5.4, TWO)
    + path("M11 33c2.4-1 2.4-3.4 0-3.4s-3.4 3-.6 4.8 5.4-.4 4.8-3", THIN)
)
HALBERD = path("M54 63V12", 'stroke-width="2.4"') + path(
    "M54 20c-7-1.4-8-5.6-8-9 3 2.4 5 3 8 3zM54 12l2.4-8 1.6 8v8h-4z", PAPER
)
CLOCK_FACE = (
    disc(32, 29, 24, PAPER) + disc(32, 29, 20.5, TINT, THIN) + path(ring(12, 18, 23, 32, 29), 'stroke-width="1.4"')
)
HANDS_UP = (
    path("M51 63V36", 'stroke-width="2.4"') + disc(51, 30, 6, PAPER) + path("M51 26.4V30l2.8 1.8", 'stroke-width="1.4"')
)


def bust(*parts: str) -> str:
    """Return the drawings of the parts of a half-length figure, as for court cards, as one drawing."""
    return "".join(parts)


def bell(x: float, y: float) -> str:
    return disc(x, y, 2.8, TWO) + path(f"M{x - 1:g} {y + 1:g}h2", THIN)


CAP = (
    path("M22 24C16 10 9 12 6.4 22c7-3.4 9 2 11.6 12z", INK)
    + path("M42 24c6-14 13-12 15.6-2-7-3.4-9 2-11.6 12z", INK)
    + path("M21 25C23 12 27 8 32 3c5 5 9 9 11 22-6-4.6-16-4.6-22 0z", TWO)
)
SKULL = (
    path(
        "M32 21c6.6 0 11 4.4 11 10.2 0 3.6-1.8 6.4-4.4 8V44H25.4v-4.8C22.8 37.6 21 34.8 21 31.2 21 25.4 25.4 21 32 21z",
        PAPER,
    )
    + disc(27.6, 32, 2.7, INK)
    + disc(36.4, 32, 2.7, INK)
    + path("M32 35.4l-1.2 2.4h2.4zM29.6 44v-3M32 44v-3M34.4 44v-3", THIN)
)
STAND = path("M18 58h28l-5-7H23zM15 62h34", TWO) + path("M20 50c-2-2-3-4-3-7M44 50c2-2 3-4 3-7")
ORB = disc(32, 30, 21, PAPER) + disc(32, 30, 21, TINT)
GLEAM = path("M18 24c2-5 5-8 9-9.4", 'stroke-width="2.4" stroke-opacity=".6"')

PICTURES: dict[str, str] = {
    "ace": burst(32, 23, 31)
    + disc(32, 32, 21.5, TINT)
    + disc(32, 32, 18, PAPER)
    + "".join(
        turned(each * 30, path("M32 8c2.6 2 2.6 4.6 0 6.6-2.6-2-2.6-4.6 0-6.6z", TWO, THIN)) for each in range(12)
    )
    + path("M32 21l4 8.6 9 3.4-9 3.4L32 45l-4-8.6-9-3.4 9-3.4z", INK, BARE),
    "jack": bust(
        PAGE_HAIR, HALBERD, ROBE, COLLAR, FACE, SMILE, COVERED, path("M40 12c4-6 9-7.4 12-5-4 .4-6 3-8 7", TINT)
    ),
    "queen": bust(LONG_HAIR, ROSE, ROBE, COLLAR, FACE, SMILE, TIARA, disc(32, 6.6, 2, INK), disc(32, 15.5, 1.8, INK)),
    "king": bust(ROBE, SCEPTRE, HAIR, FACE, BEARD, MOUSTACHE, CROWN, CROWN_TOPS),
    "joker": bust(
        ROBE,
        path("M20 45l4 7 4-5 4 7 4-7 4 5 4-7-4-4H24z", PAPER),
        FACE,
        path("M27.4 34.8c2.4 4 6.8 4 9.2 0z", INK, THIN),
    )
    + CAP
    + bell(6.4, 23)
    + bell(57.6, 23)
    + bell(32, 4.4),
    "jester": path("M32 63V46", 'stroke-width="4"')
    + path("M32 63V46", 'stroke="var(--art-two,#c08a2b)" stroke-width="1.6"')
    + path("M32 12C26 2 14 2 9 12c-2 5-1 10 1 13 1-6 4-8 9-6-3 4-4 8-4 13 0 9 7 16 17 16z", INK)
    + path("M32 12c6-10 18-10 23 0 2 5 1 10-1 13-1-6-4-8-9-6 3 4 4 8 4 13 0 9-7 16-17 16z", TWO)
    + path("M32 18c-6 0-10 4-10 11 0 8 4 15 10 15s10-7 10-15c0-7-4-11-10-11z", PAPER)
    + path("M32 18v26", THIN)
    + path("M25 28q2.6-3 5 0zM34 28q2.6-3 5 0zM26 35c3 5 9 5 12 0-4 1.6-8 1.6-12 0z", INK, THIN)
    + bell(10, 27)
    + bell(54, 27),
    "credit-card": turned(
        -14,
        '<rect x="7" y="16" width="50" height="33" rx="4" fill="var(--art-paper,#fffaf0)"/>'
        + '<rect x="7" y="16" width="50" height="33" rx="4" fill="currentColor" fill-opacity=".22"/>'
        + path("M7 22.5h50v5.5H7z", INK)
        + '<rect x="12" y="32" width="9" height="7" rx="1.5" fill="var(--art-two,#c08a2b)"/>'
        + path("M12 35.5h9M16.5 32v7", THIN)
        + path("M25 36h6M33.5 36h6M12 44h16", 'stroke-width="2"')
        + disc(45.5, 42, 3.6, TWO, THIN)
        + disc(50, 42, 3.6, PAPER, THIN),
    ),
    "go-to-jail-monopoly-card": '<rect x="10" y="7" width="44" height="50" rx="3" fill="currentColor"'
    ' fill-opacity=".22"/>'
    + path("M24 46c0-5 3-8 8-8s8 3 8 8v11H24z", TINT)
    + disc(32, 29, 8, PAPER)
    + path("M22 24.5h20M26 24V15.5h12V24z", INK)
    + disc(29.3, 29, 0.9, INK, BARE)
    + disc(34.7, 29, 0.9, INK, BARE)
    + path("M28 34q4-2.4 8 0", THIN)
    + path("M15 7v50M23.5 7v50M32 7v8M32 36v21M40.5 7v50M49 7v50", 'stroke-width="2.6"')
    + path("M10 12h44M10 52h44", 'stroke-width="2.6"')
    + '<rect x="43" y="33" width="12" height="11" rx="2" fill="var(--art-two,#c08a2b)"/>'
    + path("M46 33v-3a3 3 0 0 1 6 0v3", 'stroke-width="2"')
    + disc(49, 38.5, 1.4, INK, BARE),
    "amalgam": turned(
        -16,
        '<rect x="9" y="12" width="25" height="36" rx="3" fill="var(--art-paper,#fffaf0)"/>'
        + path("M14 18l7.5 6-7.5 6M28 18l-6.5 6 6.5 6", THIN),
        21,
        30,
    )
    + turned(16, '<rect x="30" y="12" width="25" height="36" rx="3" fill="currentColor" fill-opacity=".22"/>', 43, 30)
    + path("M32 14c3 6-2 8 1 13s8 4 7 10 4 8-1 12-10 4-12-1 1-7-2-12 1-8 3-12-1-6 4-10z", TWO)
    + path("M33 51c0 3-2 4-2 6.5a2.3 2.3 0 0 0 4.6 0c0-2.5-2.6-3.5-2.6-6.5z", TWO)
    + path(star(4, 5, 1.6, 33, 33), INK, BARE),
    "exploding-kitten": path(star(14, 31, 22, 32, 35), TWO)
    + path("M15 20l1 15c0 10 6 16 16 16s16-6 16-16l1-15-9 6c-5-2-11-2-16 0z", INK)
    + disc(25.5, 35, 4, PAPER, THIN)
    + disc(38.5, 35, 4, PAPER, THIN)
    + path("M25.5 32v6M38.5 32v6", 'stroke-width="2"')
    + path("M32 40.5l-2 2h4z", PAPER, BARE)
    + path(
        "M32 43v2.5M22 42l-9-1.5M22 45l-8 3M42 42l9-1.5M42 45l8 3",
        'stroke="var(--art-paper,#fffaf0)" stroke-width="1.2"',
    )
    + path("M32 24.5C31 16 38 17 37 9", 'stroke-width="2"')
    + path(star(6, 6, 2.2, 37, 7), PAPER, THIN),
    "coup-duke": path("M8 60L56 12M56 60L8 12", 'stroke-width="2.6"')
    + path("M45 15l12-4-4 12M19 15L7 11l4 12", PAPER)
    + bust(ROBE, COLLAR, PAGE_HAIR, FACE, MOUSTACHE)
    + path("M12 21C18 6 25 13 32 5c7 8 14 1 20 16-13-5-27-5-40 0z", INK)
    + path("M32 8v8M28 12h8", 'stroke="var(--art-two,#c08a2b)" stroke-width="2"'),
    "lotto-ticket": turned(
        -10,
        path("M6 18h52v7a4 4 0 0 0 0 8v0a4 4 0 0 0 0 8v6H6v-6a4 4 0 0 0 0-8v0a4 4 0 0 0 0-8z", PAPER)
        + path("M19 18v29", THIN, 'stroke-dasharray="2 2"')
        + path("M24 24h28", 'stroke-width="2.4"')
        + "".join(disc(27.5 + 10 * each, 35.5, 4, TWO if each == 1 else TINT) for each in range(3))
        + path("M24 43h28", THIN, 'stroke-dasharray="4 2"')
        + path(star(5, 4.6, 2, 12.5, 32.5), TWO, THIN),
    ),
    "uno-reverse": turned(28, oval(32, 32, 21, 29, TINT))
    + path("M15 34c0-11 7-17 17-17h5v-7l13 11.5L37 33v-7h-5c-5 0-8 3-8 8z", INK)
    + path("M49 30c0 11-7 17-17 17h-5v7L14 42.5 27 31v7h5c5 0 8-3 8-8z", TWO),
    "quantum": "".join(turned(each * 60, oval(32, 32, 28, 10.5, 'stroke-dasharray="6 2.5"')) for each in range(3))
    + disc(32, 32, 8.5, TINT)
    + path("M26.5 27l.4 6.5c0 3.5 2 5 5.1 5s5.1-1.5 5.1-5l.4-6.5-3 2.2h-5z", INK, THIN)
    + disc(30.2, 33, 0.9, PAPER, BARE)
    + disc(33.8, 33, 0.9, PAPER, BARE)
    + disc(60, 32, 2.8, TWO)
    + disc(18, 7.8, 2.8, TWO)
    + disc(18, 56.2, 2.8, TWO),
    "orb-of-blight": STAND + ORB + path("M14 38c6-4 8 2 13 5s10 0 13 3M17 20c5 1 7-4 12-3", THIN) + SKULL + GLEAM,
    "orb-of-vitality": STAND
    + ORB
    + path("M32 45V27", 'stroke-width="2.4"')
    + path("M32 33c-8 .6-12-3.4-12.4-11 8-.4 12 3.4 12.4 11zM32 29c0-8 4.4-12 12.4-12 0 8-4 12-12.4 12z", TWO)
    + path("M20 45c8-3 16-3 24 0", THIN)
    + GLEAM,
    "duality-of-life": burst(24, 27, 31)
    + disc(32, 32, 25, PAPER)
    + path("M32 7a25 25 0 0 1 0 50 12.5 12.5 0 0 1 0-25 12.5 12.5 0 0 0 0-25z", INK)
    + path("M32 7a12.5 12.5 0 0 1 0 25 12.5 12.5 0 0 0 0 25 25 25 0 0 1 0-50z", TWO)
    + path(
        "M32 14.5c4 0 6.6 2.6 6.6 6.2 0 2.2-1 3.8-2.6 4.8v2.8h-8v-2.8c-1.6-1-2.6-2.6-2.6-4.8 0-3.6 2.6-6.2 6.6-6.2z",
        PAPER,
        THIN,
    )
    + disc(29.4, 21, 1.6, INK, BARE)
    + disc(34.6, 21, 1.6, INK, BARE)
    + path(
        "M32 51v-6c-4.6.4-7-2-7.2-6.4 4.6-.2 7 2 7.2 6.4 0-4.6 2.4-7 7.2-7 0 4.6-2.4 7-7.2 7",
        PAPER,
        'stroke="var(--art-paper,#fffaf0)"',
    ),
    "prince-of-clocks": bust(PAGE_HAIR, HANDS_UP, ROBE, COLLAR, FACE, SMILE, CROWN, CROWN_TOPS),
    "princess-of-stars": path(star(5, 3.6, 1.5, 9, 14), TWO, THIN)
    + path(star(5, 4.4, 1.8, 54, 22), TWO, THIN)
    + path(star(5, 2.8, 1.2, 50, 8), TWO, THIN)
    + bust(LONG_HAIR, ROBE, COLLAR, FACE, SMILE, TIARA, path(star(5, 4.6, 1.9, 32, 8), PAPER, THIN))
    + path("M10 63l2-26", 'stroke-width="2.4"')
    + path(star(5, 6.4, 2.6, 12.5, 33), TWO),
    "goddess-of-clocks": CLOCK_FACE
    + bust(LONG_HAIR, ROBE, COLLAR, FACE, STERN, path("M22.6 24c2-7 16-7 18.8 0-6-3-12.8-3-18.8 0z", TWO))
    + path("M32 20V7M32 20l9-7", 'stroke-width="2.4"'),
    "god-of-stars": path(star(12, 30, 19, 32, 29), TINT)
    + bust(ROBE, HAIR, FACE, BEARD, MOUSTACHE, path("M22 23c1-6 5-9 10-9s9 3 10 9c-6-3-14-3-20 0z", TWO))
    + path(star(5, 7, 2.9, 32, 10), TWO)
    + path(star(5, 3.4, 1.4, 9, 50), PAPER, THIN)
    + path(star(5, 3.4, 1.4, 55, 50), PAPER, THIN),
    "zero": burst(24, 27, 31)
    + path(
        "M32 8c13 0 21 10 21 24S45 56 32 56 11 46 11 32c0-8 3-15 8-19.5l5 5.5c-3.5 3-5.5 8-5.5"
        " 14C18.5 42 24 49 32 49s13.5-7 13.5-17S40 15 32 15z",
        TINT,
    )
    + path("M34 5c-5 0-8 2-8 6.5s4 7 9 7c3 0 5-1 7-3l-4-3.5 4-3.5C40 6 37 5 34 5z", INK)
    + disc(33.5, 10.5, 1.4, PAPER, BARE)
    + path("M15 28l4 1M16 40l4-2M24 50l2.5-4M38 51l-2-4M48 42l-4-2M50 30l-4.5.5M46 18l-4 3", THIN),
    "two": turned(
        -9,
        '<rect x="10" y="13" width="24" height="36" rx="3" fill="var(--art-paper,#fffaf0)"/>'
        + path(star(4, 9, 3.2, 22, 31), INK, BARE),
        22,
        31,
    )
    + turned(
        9,
        '<rect x="30" y="15" width="24" height="36" rx="3" fill="var(--art-paper,#fffaf0)"/>'
        '<rect x="30" y="15" width="24" height="36" rx="3" fill="currentColor"'
        ' fill-opacity=".22"/>' + path(star(4, 9, 3.2, 42, 33), TWO, THIN),
        42,
        33,
    )
    + path("M20 58h24", 'stroke-width="2"'),
    "card-pip": path(star(4, 30, 11, 32, 32), INK, BARE),
    "card-back": disc(32, 32, 27, THIN)
    + disc(32, 32, 23)
    + path(ring(36, 23, 27), THIN)
    + "".join(turned(each * 45, path("M32 32c7-6 7-14 0-20-7 6-7 14 0 20z", THIN)) for each in range(8))
    + "".join(turned(22.5 + each * 45, path("M32 16l1.8 3.4L32 22.8l-1.8-3.4z", INK, BARE)) for each in range(8))
    + disc(32, 32, 5, INK, BARE)
    + path(star(4, 4.2, 1.5, 32, 32), 'fill="var(--art-paper,#5c1a17)"', BARE),
}


def sprite() -> str:
    """Return the sprite as SVG."""
    style = 'fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round"'
    symbols = "\n".join(
        f'<symbol id="{slug}" viewBox="0 0 64 64" {style}>{drawing}</symbol>' for slug, drawing in PICTURES.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


if __name__ == "__main__":
    Path(__file__).with_name("cards.svg").write_text(sprite(), encoding="utf-8")
