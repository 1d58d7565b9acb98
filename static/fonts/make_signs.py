"""Make `signs.woff2`: the signs of items that hardly any system's fonts have, drawn as paths of our own.

To add a sign, add a line to SIGNS and its code point to `unicode-range` in `static/css/tokens.css`; then run this file.
It needs `fonttools[woff]`, which nothing else here does.
"""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.transform import Offset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path

UNITS = 1000  # per em; paths are drawn with y upwards, on the base line

# By code point: the width, and the path. The first is a V and a b that share a stroke, for Vertebrae.
SIGNS = {
    0x1F76C: (
        800,
        "M20 700 L125 700 L235 210 L340 700 L445 700 L290 0 L185 0 Z M345 700 L445 700 L445 0 L345 0 Z "
        "M545 460 C672 460 775 357 775 230 C775 103 672 0 545 0 C418 0 315 103 315 230 C315 357 418 460 545 460 Z "
        "M545 365 C470 365 410 305 410 230 C410 155 470 95 545 95 C620 95 680 155 680 230 C680 305 620 365 545 365 Z",
    ),
}


def main() -> None:
    glyphs, widths = {".notdef": TTGlyphPen(None).glyph()}, {".notdef": (500, 0)}
    for code, (width, path) in SIGNS.items():
        pen = TTGlyphPen(None)
        parse_path(path, TransformPen(Cu2QuPen(pen, max_err=1, reverse_direction=True), Offset(0, 0)))
        name = f"u{code:X}"
        glyphs[name], widths[name] = pen.glyph(), (width, 0)
    font = FontBuilder(UNITS, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({code: f"u{code:X}" for code in SIGNS})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics(widths)
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Signs", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    font.font.flavor = "woff2"
    font.font["head"].created = font.font["head"].modified = 3_000_000_000  # so that the same signs make the same file
    font.font.recalcTimestamp = False
    font.save(Path(__file__).with_name("signs.woff2"))


if __name__ == "__main__":
    main()
