"""What Rush Hour says of itself."""

from __future__ import annotations

from ...puzzle import About, Message
from .difficulty import CLASSIC

ABOUT = About(title=Message("Rush Hour"), motion="slides", sky=(78, 275), models={"classic": CLASSIC})
