"""Validates the SQL conditions and sort orders that users enter.

DuckDB parses the text; its syntax tree may only contain comparisons, logic, arithmetic and a list of harmless functions
on our columns. No condition can contain a second statement, a subquery or the name of a file.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ..core.puzzle import Message, Unsupported
from .parquet import NAMES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MAX_LENGTH = 10_000
NODE_CLASSES = frozenset(
    {"BETWEEN", "CASE", "CAST", "COLUMN_REF", "COMPARISON", "CONJUNCTION", "CONSTANT", "FUNCTION", "OPERATOR", "TYPE"}
)
"""The syntax tree nodes that a condition may contain."""
_FUNCTIONS = """
    + - * / // % ** || ~~ !~~ ~~* !~~* like_escape not_like_escape ilike_escape not_ilike_escape
    abs ceil ceiling floor round trunc sign sqrt ln log log2 log10 exp pow power greatest least ifnull nullif
    lower upper length len trim ltrim rtrim replace substring substr left right instr strpos position concat
    contains starts_with ends_with prefix suffix regexp_matches regexp_full_match
    array_extract element_at map_extract map_extract_value map_contains map_keys map_values cardinality list_contains
    now today current_timestamp current_date date_trunc date_part datepart year month day hour minute dayofweek epoch
    to_years to_months to_weeks to_days to_hours to_minutes to_seconds age strftime
"""
FUNCTIONS = frozenset(_FUNCTIONS.split())
"""The functions and operators that a condition may use; none of them reads, writes or needs much memory."""
_MORE = Message("only conditions on the columns, or their order, are allowed")


def check(connection: DuckDBPyConnection, where: str | None, order: str | None) -> None:
    """Raise Unsupported, with a list of the columns, if the condition or the order contains anything not allowed."""
    plain = _tree(connection, "", "")
    if where is not None:
        # If the condition closed this bracket, the number of arguments would change.
        tree = _tree(connection, f" WHERE coalesce(\n{where}\n, false)", where)
        whole = tree["where_clause"]
        if (
            tree | {"where_clause": None} != plain
            or whole["type"] != "OPERATOR_COALESCE"
            or len(whole["children"]) != 2
        ):
            raise query_error(where, _MORE)
        _check(whole, where)
    if order is not None:
        tree = _tree(connection, f" ORDER BY\n{order}", order)
        modifiers = tree["modifiers"]
        if tree | {"modifiers": []} != plain or [each["type"] for each in modifiers] != ["ORDER_MODIFIER"]:
            raise query_error(order, _MORE)
        _check(modifiers, order)


def query_error(text: str, why: Message) -> Unsupported:
    shown = " ".join(text.split())
    return Unsupported(
        Message(
            "cannot query '{text}': {why}; the columns are: {columns}",
            text=shown if len(shown) <= 60 else f"{shown[:57]}…",
            why=why,
            columns=", ".join(NAMES),
        )
    )


def _tree(connection: DuckDBPyConnection, rest: str, text: str) -> dict[str, Any]:
    """Return the syntax tree of a query that ends with ``rest``, without source locations."""
    if len(text) > MAX_LENGTH:
        raise query_error(text, Message("it is longer than {most} characters", most=MAX_LENGTH))
    answer = connection.execute("SELECT json_serialize_sql(?::VARCHAR)", [f"SELECT * FROM levels{rest}"]).fetchone()
    assert answer is not None
    try:
        parsed = json.loads(answer[0], object_hook=_without_locations)
    except RecursionError:
        raise query_error(text, Message("it is nested too deeply")) from None
    if parsed["error"]:
        why = "one condition, no statement" if parsed["error_type"] == "not implemented" else parsed["error_message"]
        raise query_error(text, Message.plain(" ".join(why.partition("\n")[0].split())))
    if len(parsed["statements"]) != 1 or parsed["statements"][0]["node"]["type"] != "SELECT_NODE":
        raise query_error(text, _MORE)
    node: dict[str, Any] = parsed["statements"][0]["node"]
    return node


def _without_locations(node: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in node.items() if not name.startswith("query_location")}


def _check(tree: Any, text: str) -> None:
    """Raise Unsupported unless the tree only contains allowed nodes, columns and functions."""
    left = [tree]
    while left:
        node = left.pop()
        if isinstance(node, list):
            left += node
        elif isinstance(node, dict):
            left += node.values()
            if "class" in node:
                _check_node(node, text)


def _check_node(node: dict[str, Any], text: str) -> None:
    kind = node["class"]
    if kind == "COLUMN_REF":
        name = ".".join(node["column_names"])
        if name.lower() not in NAMES:
            raise query_error(text, Message("there is no column '{name}' (text is put in 'single quotes')", name=name))
    elif kind == "FUNCTION":
        if node["function_name"].lower() not in FUNCTIONS or node.get("schema") or node.get("catalog"):
            raise query_error(text, Message("there is no function '{name}' here", name=node["function_name"]))
    elif kind not in NODE_CLASSES:
        raise query_error(
            text, Message("it contains '{kind}', which is not allowed", kind=kind.lower().replace("_", " "))
        )
