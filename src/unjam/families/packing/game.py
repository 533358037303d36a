"""Implements play by hand: select a piece, preview it, put it down, or lock it for good."""

from __future__ import annotations

from typing import Self

from ...core.page import TrayAction, TrayState
from ...core.puzzle import Cell, IllegalMove, Message, Move
from .board import Place
from .lifting import OFF
from .position import Packing


class PackingGame:
    """A game in progress: the position, the piece in hand, and the cell where the piece is previewed.

    Each input has a method: number keys call ``select``, a click calls ``preview``, Ctrl ``place``, Enter ``lock``, Esc
    ``escape``, and T ``turn``. Inputs that are not possible at the moment have no effect. When a piece on the board is
    selected again, it is previewed where it lies, so Ctrl puts it back and Enter locks it there. Locked pieces cannot
    be moved or taken off. The game is won when the board is full and all pieces on it are locked.

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
        self.selected: str | None = None
        self._turn = 0
        self._corner: Cell | None = None

    @property
    def caption(self) -> str:
        """Return the caption below the board: the name and number of the piece in hand, or "None"."""
        if self.selected is None:
            return "None"
        number = self.position.board.ids.index(self.selected)
        return f"{self.position.kind(number).name} ({number + 1})"

    @property
    def full(self) -> bool:
        """Return whether the board is solved but not all pieces on it are locked."""
        return self.position.is_solved() and not self.victory

    @property
    def victory(self) -> bool:
        return self.position.is_solved() and all(each is None or each.locked for each in self.position.placements)

    # -- what the piece in hand can do -------------------------------------------------------------------------------

    def _places(self) -> dict[Cell, Place]:
        """Return the placements possible for the piece in hand in its current orientation, keyed by lower left cell."""
        if self.selected is None or self.victory:
            return {}
        top = self.position.board.height - 1
        return {
            (top - place.y, place.x): place for place in self.position.places(self.selected) if place.turn == self._turn
        }

    @property
    def stars(self) -> list[Cell]:
        """Return the cells to mark with an asterisk: the possible lower left corners of the piece in hand."""
        return sorted(self._places())

    @property
    def preview_cells(self) -> list[Cell]:
        """Return the cells that the previewed piece covers; [] if there is no preview."""
        place = self._places().get(self._corner) if self._corner is not None else None
        if place is None:
            return []
        lower = self.position.board.height - 1 - place.y
        return [(lower + row, place.x + col) for row, col in self._form(place.turn)]

    @property
    def form(self) -> list[Cell]:
        """Return the cells of the piece in hand in its current orientation; the lower left corner is (0, 0)."""
        return [] if self.selected is None else self._form(self._turn)

    def _form(self, turn: int) -> list[Cell]:
        assert self.selected is not None
        shape = self.position.kind(self.position.number(self.selected)).shapes[turn]
        return sorted((-dy, dx) for dx, dy in shape.points)

    # -- user input --------------------------------------------------------------------------------------------------

    def select(self, piece: int | str) -> Self:
        """Select a piece by its name or its number (counted from 1), unless it is locked.

        A piece on the board is previewed where it lies.
        """
        ids = self.position.board.ids
        number = piece - 1 if isinstance(piece, int) else ids.index(piece) if piece in ids else -1
        if not 0 <= number < len(ids):
            known = ", ".join(ids)
            raise IllegalMove(
                Message("there is no piece {piece}; the pieces are: {known}", piece=str(piece), known=known)
            )
        placement = self.position.placements[number]
        if not self.victory and not (placement and placement.locked):
            self.let_go()
            self.selected, self._turn = ids[number], placement.turn if placement else 0
            if placement:
                self._corner = self.position.board.height - 1 - placement.y, placement.x
        return self

    def turn(self) -> Self:
        """Turn the piece in hand to its next orientation and end the preview."""
        if self.selected is not None:
            turns = list(self.position.kind(self.position.number(self.selected)).shapes)
            self._turn = turns[(turns.index(self._turn) + 1) % len(turns)]
            self._corner = None
        return self

    def preview(self, corner: Cell) -> Self:
        """Preview the piece in hand with its lower left corner on the cell, if that is one of the ``stars``."""
        if corner in self._places():
            self._corner = corner
        return self

    def place(self) -> Self:
        """Put the piece down where it is previewed."""
        return self._put(lock=False)

    def lock(self) -> Self:
        """Put the piece down where it is previewed and lock it."""
        return self._put(lock=True)

    def lock_all(self) -> Self:
        """Lock all pieces if the board is full, which wins the game."""
        if self.full:
            self.position = self.position.lock()
            self.let_go()
        return self

    def escape(self) -> Self:
        """Deselect the piece in hand, and take it off the board if it lies there."""
        if self.selected is not None and not self.victory:
            if self.position.placements[self.position.number(self.selected)] is not None:
                self.position = self.position.take_back(self.selected)
            self.let_go()
        return self

    def let_go(self) -> Self:
        """Deselect the piece in hand."""
        self.selected, self._turn, self._corner = None, 0, None
        return self

    def _put(self, lock: bool) -> Self:
        place = self._places().get(self._corner) if self._corner is not None else None
        if place is None or self.selected is None:
            return self
        position = self.position
        if position.placements[position.number(self.selected)] is not None:
            position = position.take_back(self.selected)
        position = position.play(place.move(self.selected))
        if lock:
            position = position.lock(self.selected)
        self.position = position
        return self.let_go()


def moves_between(start: Packing, end: Packing) -> list[Move]:
    """Return the moves that lead from one position to the other.

    All pieces that moved or left the board are taken off before any are placed; locks are ignored.

    >>> start = Packing.parse("board 3 1\\nDash 2x1\\nDot 1x1\\n")
    >>> moves_between(start, start.play("Dash@1,0").lock()) == [next(m for m in start.moves() if m.to == (0, 1))]
    True
    """
    if start.board.ids != end.board.ids:
        raise IllegalMove("these are positions of two different levels")
    pairs = list(enumerate(zip(start.placements, end.placements, strict=True)))
    changed = [(piece, was, now) for piece, (was, now) in pairs if (was and was[:3]) != (now and now[:3])]
    ids = end.board.ids
    off = [Move(ids[piece], OFF) for piece, was, _ in changed if was]
    return [*off, *(end.place(piece).move(ids[piece]) for piece, _, now in changed if now)]


def act(position: Packing, action: TrayAction) -> TrayState:
    """Return the position and the piece in hand after an action; an action that is not possible has no effect.

    >>> start = Packing.parse("board 3 1\\nDash 2x1\\nDot 1x1\\n")
    >>> act(start, TrayAction("select", piece="Dash")).stars
    ((0, 0), (0, 1))
    >>> print(act(start, TrayAction("place", selected="Dash", preview=(0, 1))).position.placements)
    (Placement(x=1, y=0, turn=0, locked=False), None)
    """
    game = PackingGame(position)
    if action.selected:
        game.select(action.selected)
        if game.selected and action.turn in position.kind(position.number(game.selected)).shapes:
            game._turn = action.turn
        game._corner = None
        if action.preview:
            game.preview(action.preview)
    message = None
    if action.name == "select":
        game.let_go().select(action.piece)
        if game.selected is None and not game.victory:
            message = Message("{piece} is locked for good", piece=action.piece)
    elif action.name == "preview":
        if action.cell:
            game.preview(action.cell)
    elif action.name == "clear":
        game.let_go()
    else:
        getattr(game, action.name)()
    return _hand(game, message)


def _hand(game: PackingGame, message: Message | None) -> TrayState:
    now, selected = game.position, game.selected
    return TrayState(
        position=now,
        selected=selected or "",
        turn=game._turn,
        corner=game._corner if game.preview_cells else None,
        preview=tuple(game.preview_cells),
        stars=tuple(game.stars),
        turns=len(now.kind(now.number(selected)).shapes) if selected else 0,
        form=tuple(game.form),
        caption=game.caption if selected else "",
        victory=game.victory,
        message=message,
    )
