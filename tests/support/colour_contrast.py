"""The contrast of two colours, for tests that labels are readable."""

from __future__ import annotations

from unjam.pictures.colour import Colour


def contrast(first: Colour, second: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21, as WCAG 2 defines it.

    >>> round(contrast(Colour(1, 0, 0), Colour(0, 0, 0)))
    21
    """

    def luminance(colour: Colour) -> float:
        parts = [part / 255 for part in colour.rgb]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
