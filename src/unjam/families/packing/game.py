"""Packing as its players know it: select, preview, put down for now, lock for good; no screen in sight."""

from __future__ import annotations

from typing import Self

from ...core.page import TrayAction, TrayState
from ...core.puzzle import Cell, IllegalMove, Message, Move
from .board import Place
from .lifting import OFF
from .position import Packing


class PackingGame:
    """One game: the position, the piece in hand, where it is tried, and the positions that can be gone back to.

    A key of the players is a method: a number ``select``, a click ``preview``, Ctrl ``place``, Enter ``lock``,
    Esc ``escape``, T ``turn``. A key that has no meaning at the moment changes nothing. A piece that was put down is
    tried where it lies when it is selected again, so Ctrl puts it back there and Enter locks it there. What is locked
    is locked for good: no key takes it off or moves it; only ``undo`` goes back to before it was locked, move by move
    like everything else. The victory is that the board is full and all on it is locked.

    >>> game = PackingGame(Packing.parse("board 3 1\\nDash 2x1\\nDot 1x1\\n"))
    >>> game.select(1).stars
    [(0, 0), (0, 1)]
    >>> game.preview((0, 0)).place().select("Dot").stars
    [(0, 2)]
    >>> game.preview((0, 2)).place().full, game.victory
    (True, False)
    >>> game.lock_all().victory
    True
    """

    def __init__(self, start: Packing) -> None:
        self.position = start
        self._selected: str | None = None
        self._turn = 0
        self._corner: Cell | None = None

    @property
    def selected(self) -> str | None:
        """The piece in hand."""
        return self._selected

    @property
    def caption(self) -> str:
        """What the players read below the board: the name and number of the piece in hand, or None."""
        if self._selected is None:
            return "None"
        number = self.position.tray.ids.index(self._selected)
        return f"{self.position.kind(number).name} ({number + 1})"

    @property
    def full(self) -> bool:
        """Whether the board is covered, with pieces that may still be taken off."""
        return self.position.is_solved() and not self.victory

    @property
    def victory(self) -> bool:
        return self.position.is_solved() and all(spot is None or spot[3] for spot in self.position.spots)

    # -- what the piece in hand can do -------------------------------------------------------------------------------

    def _places(self) -> dict[Cell, Place]:
        """The cell of each lower left corner where the piece in hand can lie as it is turned now."""
        if self._selected is None or self.victory:
            return {}
        top = self.position.tray.height - 1
        return {
            (top - place.y, place.x): place
            for place in self.position.places(self._selected)
            if place.turn == self._turn
        }

    @property
    def stars(self) -> list[Cell]:
        """The cells to mark with an asterisk: where the lower left corner of the piece in hand can lie."""
        return sorted(self._places())

    @property
    def tried(self) -> list[Cell]:
        """The cells that the piece in hand covers where it is tried; [] while it is not."""
        place = self._places().get(self._corner) if self._corner is not None else None
        if place is None:
            return []
        lower = self.position.tray.height - 1 - place.y
        return [(lower + row, place.x + col) for row, col in self._form(place.turn)]

    @property
    def form(self) -> list[Cell]:
        """The cells of the piece in hand as it is turned now, the lower left corner of its box at (0, 0)."""
        return [] if self._selected is None else self._form(self._turn)

    def _form(self, turn: int) -> list[Cell]:
        assert self._selected is not None
        shape = self.position.kind(self.position.number(self._selected)).shapes[turn]
        return sorted((-dy, dx) for dx, dy in shape.points)

    # -- the keys ----------------------------------------------------------------------------------------------------

    def select(self, piece: int | str) -> Self:
        """The same game with the piece in hand, by its number from 1 or its name; a locked one stays where it is.

        One that lies on the board for now is tried there.
        """
        ids = self.position.tray.ids
        number = piece - 1 if isinstance(piece, int) else ids.index(piece) if piece in ids else -1
        if not 0 <= number < len(ids):
            known = ", ".join(ids)
            raise IllegalMove(Message("there is no piece {piece}; there are: {known}", piece=str(piece), known=known))
        spot = self.position.spots[number]
        if not self.victory and not (spot and spot[3]):
            self.let_go()
            self._selected, self._turn = ids[number], spot[2] if spot else 0
            if spot:
                self._corner = self.position.tray.height - 1 - spot[1], spot[0]
        return self

    def turn(self) -> Self:
        """The same game with the piece in hand in its next orientation, tried nowhere."""
        if self._selected is not None:
            turns = list(self.position.kind(self.position.number(self._selected)).shapes)
            self._turn = turns[(turns.index(self._turn) + 1) % len(turns)]
            self._corner = None
        return self

    def preview(self, corner: Cell) -> Self:
        """The same game with the piece in hand tried at one of its stars."""
        if corner in self._places():
            self._corner = corner
        return self

    def place(self) -> Self:
        """The same game with the piece put down for now where it is tried; the hand is empty then."""
        return self._put(lock=False)

    def lock(self) -> Self:
        """The same game with the piece locked for good where it is tried; the hand is empty then."""
        return self._put(lock=True)

    def lock_all(self) -> Self:
        """The same game with every piece locked where it lies, once the board is full: the victory."""
        if self.full:
            self._step(self.position.lock())
            self.let_go()
        return self

    def escape(self) -> Self:
        """The same game with the piece in hand taken off the board if it was put down for now, else let go."""
        if self._selected is not None and not self.victory:
            if self.position.spots[self.position.number(self._selected)] is not None:
                self._step(self.position.take_back(self._selected))
            self.let_go()
        return self

    def let_go(self) -> Self:
        """The same game with an empty hand."""
        self._selected, self._turn, self._corner = None, 0, None
        return self

    def _put(self, lock: bool) -> Self:
        place = self._places().get(self._corner) if self._corner is not None else None
        if place is None or self._selected is None:
            return self
        position = self.position
        if position.spots[position.number(self._selected)] is not None:
            position = position.take_back(self._selected)
        position = position.play(place.move(self._selected))
        if lock:
            position = position.lock(self._selected)
        if position != self.position:
            self._step(position)
        return self.let_go()

    def _step(self, position: Packing) -> None:
        self.position = position


def straight(start: Packing, end: Packing) -> list[Move]:
    """A move for each piece that lies on the board in the end and did not at the start, or elsewhere.

    What lay elsewhere, or is gone in the end, is taken off before anything is laid.

    >>> start = Packing.parse("board 3 1\\nDash 2x1\\nDot 1x1\\n")
    >>> straight(start, start.play("Dash@1,0").lock()) == [next(m for m in start.moves() if m.to == (0, 1))]
    True
    """
    if start.tray.ids != end.tray.ids:
        raise IllegalMove("these are positions of two different levels")
    pairs = list(enumerate(zip(start.spots, end.spots, strict=True)))
    changed = [(piece, was, now) for piece, (was, now) in pairs if (was and was[:3]) != (now and now[:3])]
    ids = end.tray.ids
    off = [Move(ids[piece], OFF) for piece, was, _ in changed if was]
    return [*off, *(end.place(piece).move(ids[piece]) for piece, _, now in changed if now)]


def played(position: Packing, act: TrayAction) -> TrayState:
    """The position and the player's hand after one act; one without a meaning at the moment changes nothing.

    >>> start = Packing.parse("board 3 1\\nDash 2x1\\nDot 1x1\\n")
    >>> played(start, TrayAction("select", piece="Dash")).stars
    ((0, 0), (0, 1))
    >>> print(played(start, TrayAction("place", selected="Dash", preview=(0, 1))).position.spots)
    ((1, 0, 0, False), None)
    """
    game = PackingGame(position)
    if act.selected:
        game.select(act.selected)
        if game.selected and act.turn in position.kind(position.number(game.selected)).shapes:
            game._turn = act.turn
        game._corner = None
        if act.preview:
            game.preview(act.preview)
    said = None
    if act.name == "select":
        game.let_go().select(act.piece)
        if game.selected is None and not game.victory:
            said = Message("{piece} is locked for good", piece=act.piece)
    elif act.name == "preview":
        if act.cell:
            game.preview(act.cell)
    elif act.name == "clear":
        game.let_go()
    else:
        getattr(game, act.name)()
    return _hand(game, said)


def _hand(game: PackingGame, said: Message | None) -> TrayState:
    now, selected = game.position, game.selected
    return TrayState(
        position=now,
        selected=selected or "",
        turn=game._turn,
        corner=game._corner if game.tried else None,
        preview=tuple(game.tried),
        stars=tuple(game.stars),
        turns=len(now.kind(now.number(selected)).shapes) if selected else 0,
        form=tuple(game.form),
        caption=game.caption if selected else "",
        victory=game.victory,
        message=said,
    )
