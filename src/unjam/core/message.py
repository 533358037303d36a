"""Messages for people: an English template and its values, turned into text only when shown.

Code passes messages around, compares them and serializes them, but never parses their text. ``str(message)`` is English
and needs no catalogue; ``message.to("fr")`` looks up the template in the French catalogue.
"""

from __future__ import annotations

from typing import Any


class Message:
    """An English template and its values, which may be messages themselves.

    Numbers are written as in the language. A template without values is used verbatim, braces included.

    >>> str(Message("car {car} has one cell; expected two or more", car="B"))
    'car B has one cell; expected two or more'
    >>> place = Message("row {row}, column {column}", row=1, column=2)
    >>> str(Message("the box at {place} can never leave the corner", place=place))
    'the box at row 1, column 2 can never leave the corner'
    """

    __slots__ = ("singular", "template", "values")

    template: str
    values: dict[str, Any]
    singular: str | None
    """The form for n = 1, if the message was made by ``plural``."""

    def __init__(self, template: str, /, **values: Any) -> None:
        self.template, self.values, self.singular = template, values, None

    def fill(self, **values: Any) -> Message:
        """Return a copy of the message with these values added or replaced.

        >>> str(plural("{n} move", "{n} moves", n=0).fill(n=1))
        '1 move'
        """
        message = Message(self.template, **{**self.values, **values})
        message.singular = self.singular
        return message

    @classmethod
    def plain(cls, text: str) -> Message:
        """Return a message whose text is never translated, such as a name.

        >>> str(Message.plain("{not a value}"))
        '{not a value}'
        """
        return cls(text)

    def to(self, lang: str) -> str:
        """Return the text in the given language, or in English if the catalogue lacks the template."""
        if lang == "en":
            return str(self)
        from ..locale import translation  # English needs no catalogue

        template = translation(lang, self.template, self.values.get("n") if self.singular is not None else None)
        return self._format(self._english() if template is None else template, lang)

    def __str__(self) -> str:
        return self._format(self._english(), "en")

    def _english(self) -> str:
        return self.template if self.singular is None or self.values["n"] != 1 else self.singular

    def _format(self, template: str, lang: str) -> str:
        if not self.values:
            return template
        return template.format(**{name: _value_text(value, lang) for name, value in self.values.items()})

    def json(self) -> dict[str, Any]:
        """Return the message as JSON data, which the page translates.

        >>> plural("{n} move", "{n} moves", n=2).json()
        {'text': '{n} moves', 'one': '{n} move', 'values': {'n': 2}}
        """
        values = {name: value.json() if isinstance(value, Message) else value for name, value in self.values.items()}
        singular = {} if self.singular is None else {"one": self.singular}
        return {"text": self.template, **singular, "values": values}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Message:
        values = {name: cls.from_json(v) if isinstance(v, dict) else v for name, v in data["values"].items()}
        message = cls(data["text"], **values)
        message.singular = data.get("one")
        return message

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.template, self.singular, self.values) == (other.template, other.singular, other.values)

    def __hash__(self) -> int:
        return hash((self.template, *self.values))

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        if self.singular is not None:
            return f"plural({self.singular!r}, {self.template!r}{values})"
        return f"Message({self.template!r}{values})"


def plural(singular: str, many: str, /, *, n: int, **values: Any) -> Message:
    """Return a message with a singular and a plural form; the value ``n`` selects one.

    >>> str(plural("{n} vehicle follows", "{n} vehicles follow", n=1))
    '1 vehicle follows'
    >>> str(plural("{n} vehicle follows", "{n} vehicles follow", n=1200))
    '1,200 vehicles follow'
    """
    message = Message(many, n=n, **values)
    message.singular = singular
    return message


def join_messages(items: list[Message | str]) -> Message:
    """Join the items into one message, separated by commas.

    >>> str(join_messages(["left", "right"]))
    'left, right'
    """
    template = ", ".join(f"{{item{at}}}" for at in range(len(items)))
    return Message(template, **{f"item{at}": item for at, item in enumerate(items)}) if items else Message("")


def _value_text(value: Any, lang: str) -> Any:
    if isinstance(value, Message):
        return value.to(lang)
    if isinstance(value, float):
        return str(value) if lang == "en" else _localize(value, lang, len(str(value).partition(".")[2]))
    if not isinstance(value, int) or isinstance(value, bool):
        return value
    if lang == "en":
        return f"{value:,}"
    return _localize(value, lang)


def _localize(value: float, lang: str, places: int = 0) -> str:
    from ..locale import number

    return number(value, lang, places)
