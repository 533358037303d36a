"""Draws Scenes of any family: SVG, PNG, animated GIF and coloured text.

This package does not depend on the rules of any family. A family's hue, title and colour scheme are looked up by its
name. ``shapes`` defines the primitives. ``pieces`` and ``board`` turn a Scene into primitives, which ``svg`` and
``raster`` draw. ``film`` computes the positions of pieces between two scenes.
"""
