"""Called by the local wiki for thumbnails: svg_to_png.py INPUT OUTPUT WIDTH, with the width in pixels."""

import sys
from pathlib import Path

import font_source_serif_pro
import resvg_py

FONTS = Path(font_source_serif_pro.__file__).parent / "files"


def main(source: str, target: str, width: str) -> None:
    """Draw an SVG file as PNG."""
    fonts = [str(file) for file in FONTS.glob("SourceSerifPro-*.ttf")]
    png = resvg_py.svg_to_bytes(svg_path=source, width=int(width), font_files=fonts, font_family="Source Serif Pro")
    Path(target).write_bytes(bytes(png))


if __name__ == "__main__":
    main(*sys.argv[1:])
