"""What sliding blocks say of themselves."""

from __future__ import annotations

from ...puzzle import About, Message

ABOUT = About(title=Message("Klotski"), motion="slides", sky=(48, 330), by_shape=True)
