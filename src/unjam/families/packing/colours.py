"""The words that are read as the colour of a piece: those of CSS, the common ones of Spanish and French, and #rgb."""

from __future__ import annotations

import re

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")

_WORDS = """
aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue
slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke
yellow yellowgreen

amarilla amarillo anaranjada anaranjado azul beis blanca blanco celeste cian dorada dorado granate gris lila
magenta marrón marron morada morado naranja negra negro oro plata plateada plateado púrpura purpura roja rojo rosa
rosada rosado turquesa verde violeta

argent blanc blanche bleu bleue doré gris jaune marron mauve noir noire or orange pourpre rose rouge vert verte
violet violette
"""
NAMES = frozenset(_WORDS.split())


def is_colour(word: str) -> bool:
    """True for a colour's name, in any case, joined or with hyphens, and for ``#rgb`` and ``#rrggbb``.

    >>> [is_colour(word) for word in ("Light-Blue", "verde", "#0af", "twist")]
    [True, True, True, False]
    """
    return _HEX.fullmatch(word) is not None or word.lower().replace("-", "").replace("_", "") in NAMES
