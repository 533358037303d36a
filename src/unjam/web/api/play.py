"""API functions for playing: positions, moves and their notation."""

from __future__ import annotations

from ...core.obstacles import Side
from ...core.page import TrayAction
from ...core.puzzle import IllegalMove, Message
from ...formats.position_id import encode
from ...lab.record import follow
from ...solving.routes import route_to, routes
from ..presenters.positions import explain_blocked, explain_move
from ..presenters.replay import replay_notation, write_line
from ..state import ServerState
from ..wire import answers, requests
from ..wire.constraints import Id, PieceName


def position(state: ServerState, id: Id) -> answers.Position:
    """Return the position: its scene with colours, and where each piece can go."""
    return state.positions.describe(id)


def play(state: ServerState, id: Id, body: requests.MovesRequest) -> answers.Played:
    """Return the position after the moves."""
    return state.positions.play(id, (each.move() for each in body.moves))


def list_ways(state: ServerState, id: Id, piece: PieceName) -> answers.Ways:
    """Return every cell that one piece can reach while the others stay in place."""
    return answers.Ways([(*route.to, route.before) for route in routes(state.positions.puzzle(id), piece)])


def walk(state: ServerState, id: Id, body: requests.WalkRequest) -> answers.Walked:
    """Move or push one piece to a cell along the best path, without moving others, and return the new position."""
    parts = route_to(state.positions.puzzle(id), body.piece, (body.to[0], body.to[1]))
    played = state.positions.play(id, [move for part in parts for move in part.moves])
    trail = [
        {move.piece: move.to} | ({body.piece: part.to} if move is part.moves[-1] else {})
        for part in parts
        for move in part.moves
    ]
    return answers.Walked(**vars(played), trail=trail)


def reason(state: ServerState, id: Id, body: requests.ReasonRequest) -> answers.Reason | None:
    """Return why a solution starts with the first of these moves, or null if the family cannot explain it."""
    return explain_move(state.positions.puzzle(id), [each.move() for each in body.moves])


def blocked(state: ServerState, id: Id, piece: PieceName, side: Side) -> answers.Reason | None:
    """Return what keeps a piece from moving one cell to a side, or null if the family cannot tell."""
    return explain_blocked(state.positions.puzzle(id), piece, side)


def hand(state: ServerState, id: Id, body: requests.HandRequest) -> answers.HandAnswer:
    """Apply one action in a game where pieces are placed from a tray; return the new selection and position."""
    puzzle = state.positions.puzzle(id)
    act = puzzle.about.page().act
    if act is None:
        raise IllegalMove(Message("{family} is not played by placing pieces", family=puzzle.title()))
    cell, preview = requests.to_cell(body.cell), requests.to_cell(body.preview)
    after = act(puzzle, TrayAction(body.act, body.piece, cell, body.selected, body.turn, preview))
    new_id = id if after.position is puzzle else encode(after.position)
    return answers.HandAnswer(
        position=state.positions.describe(new_id, after.position),
        selected=after.selected,
        turn=after.turn,
        corner=after.corner,
        stars=after.stars,
        preview=after.preview,
        turns=after.turns,
        form=after.form,
        caption=after.caption,
        victory=after.victory,
        message=after.message,
    )


def line(state: ServerState, id: Id, body: requests.IdsRequest) -> answers.Line:
    """Return the moves from this position through the positions with these ids, in the family's notation."""
    return write_line(state.positions.puzzle(id), body.ids)


def replay(state: ServerState, id: Id, body: requests.ReplayRequest) -> answers.Replayed:
    """Return the steps of a replay of moves in the family's notation."""
    return replay_notation(state.positions.puzzle(id), body.notation)


def window(state: ServerState, id: Id, body: requests.BranchesRequest) -> answers.Position:
    """Return the position that a window in the lab's skyline represents."""
    try:
        puzzle = follow(state.positions.puzzle(id), body.branches)
    except IndexError:
        raise IllegalMove("there is no such branch") from None
    return state.positions.describe(encode(puzzle), puzzle)
