"""A sentence for people, kept as an English template and its values until somebody reads it.

Code passes messages around, compares them and sends them over a wire, but never takes their words apart. They become
words at the rim: ``str(message)`` is English and needs nothing loaded, ``message.to("fr")`` looks the template up in
the catalogue of that language.
"""

from __future__ import annotations

from typing import Any


class Message:
    """An English template and its values; a value may itself be a message.

    Numbers are written with thousands separators. A template without values is taken as it stands.

    >>> str(Message("car {car} has one cell; expected two or more", car="B"))
    'car B has one cell; expected two or more'
    >>> place = Message("row {row}, column {column}", row=1, column=2)
    >>> str(Message("the box at {place} can never leave the corner", place=place))
    'the box at row 1, column 2 can never leave the corner'
    """

    __slots__ = ("one", "template", "values")

    template: str
    values: dict[str, Any]
    one: str | None
    """The form for a single thing, where the value ``n`` chooses between two; see ``plural``."""

    def __init__(self, template: str, /, **values: Any) -> None:
        self.template, self.values, self.one = template, values, None

    def filled(self, **values: Any) -> Message:
        """The same message with these values, where it is kept before they are known.

        >>> str(plural("{n} move", "{n} moves", n=0).filled(n=1))
        '1 move'
        """
        message = Message(self.template, **{**self.values, **values})
        message.one = self.one
        return message

    @classmethod
    def plain(cls, text: str) -> Message:
        """A text that is no template of ours, such as a name; it is the same in every language.

        >>> str(Message.plain("{as} it stands"))
        '{as} it stands'
        """
        return cls(text)

    def to(self, lang: str) -> str:
        """The words in the language, or in English where it has none for this template."""
        if lang == "en":
            return str(self)
        from ..locale import translation  # a catalogue is only loaded by those who read it

        found = translation(lang, self.template, self.values.get("n") if self.one is not None else None)
        return self._filled(found, lang) if found is not None else self._filled(self._english(), lang)

    def __str__(self) -> str:
        return self._filled(self._english(), "en")

    def _english(self) -> str:
        return self.template if self.one is None or self.values["n"] != 1 else self.one

    def _filled(self, template: str, lang: str) -> str:
        if not self.values:
            return template
        return template.format(**{name: _worded(value, lang) for name, value in self.values.items()})

    def json(self) -> dict[str, Any]:
        """The message as JSON holds it, for readers that put it into words themselves.

        >>> plural("{n} move", "{n} moves", n=2).json()
        {'text': '{n} moves', 'one': '{n} move', 'values': {'n': 2}}
        """
        values = {name: value.json() if isinstance(value, Message) else value for name, value in self.values.items()}
        return {"text": self.template, **({"one": self.one} if self.one is not None else {}), "values": values}

    @classmethod
    def from_json(cls, held: dict[str, Any]) -> Message:
        """The message that ``json`` made this of."""
        values = {name: cls.from_json(v) if isinstance(v, dict) else v for name, v in held["values"].items()}
        message = cls(held["text"], **values)
        message.one = held.get("one")
        return message

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.template, self.one, self.values) == (other.template, other.one, other.values)

    def __hash__(self) -> int:
        return hash((self.template, *self.values))

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        if self.one is not None:
            return f"plural({self.one!r}, {self.template!r}{values})"
        return f"Message({self.template!r}{values})"


def plural(one: str, many: str, /, *, n: int, **values: Any) -> Message:
    """A message in two forms; the value ``n`` chooses.

    >>> str(plural("{n} vehicle follows", "{n} vehicles follow", n=1))
    '1 vehicle follows'
    >>> str(plural("{n} vehicle follows", "{n} vehicles follow", n=1200))
    '1,200 vehicles follow'
    """
    message = Message(many, n=n, **values)
    message.one = one
    return message


def listed(items: list[Message | str]) -> Message:
    """The items one after the other with commas between them.

    >>> str(listed(["left", "right"]))
    'left, right'
    """
    template = ", ".join(f"{{item{at}}}" for at in range(len(items)))
    return Message(template, **{f"item{at}": item for at, item in enumerate(items)}) if items else Message("")


def _worded(value: Any, lang: str) -> Any:
    if isinstance(value, Message):
        return value.to(lang)
    if not isinstance(value, int) or isinstance(value, bool):
        return value
    if lang == "en":
        return f"{value:,}"
    from ..locale import number

    return number(value, lang)
