"""Pictures of a Scene, for any family: SVG, PNG, animated GIF and coloured terminal boards.

Nothing here knows a rule or a family; a viewer gets a Scene and the recipe of ``colour`` and draws. What a family says
of itself (its hue, its title, whether shapes share a colour) is looked up by its name.
``shapes`` holds the few primitives, ``pieces`` and ``board`` turn a Scene into them, ``svg`` and ``raster`` put
them on paper, ``film`` says where every piece is between two scenes.
"""
