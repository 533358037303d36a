"""Draws Scenes of any family: SVG, PNG, animated GIF and coloured text.

This package does not depend on the rules of any family. A family's hue, title and colour scheme are looked up by its
name. ``shapes`` has the primitives; ``pieces`` and ``board`` turn a Scene into them; ``svg`` and ``raster`` draw them;
``film`` computes the positions of pieces between two scenes.
"""
