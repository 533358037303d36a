"""Draws Scenes of any family: SVG, PNG, animated GIF and coloured text.

Nothing here knows any rules or families. A family's hue, title and colour scheme are looked up by its name. ``shapes``
has the primitives; ``pieces`` and ``board`` turn a Scene into them; ``svg`` and ``raster`` draw them; ``film`` computes
the positions of pieces between two scenes.
"""
