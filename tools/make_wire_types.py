"""Makes the page's types of what the server sends and accepts, src/unjam/web/static/openapi.d.ts.

    python tools/make_wire_types.py

They come from the OpenAPI description, by openapi-typescript, which needs node. The first line holds a digest of what
they were made from; tests/web/test_web_wire.py compares it, without node.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from unjam.families import FAMILIES
from unjam.web.server import make_app

TYPES = Path(__file__).parents[1] / "src" / "unjam" / "web" / "static" / "openapi.d.ts"
GENERATOR = "openapi-typescript@7.13.0"
FLAGS = ("--root-types", "--root-types-no-schema-prefix")


CELL = {"$ref": "#/components/schemas/Cell"}


def wire_shapes() -> dict[str, Any]:
    """Return the shapes of the OpenAPI description as the page's types are made from them."""
    document = make_app().app.openapi()
    shapes = _simplified(document["components"]["schemas"])
    shapes["Cell"] = {"type": "array", "items": {"type": "integer"}}
    return {"openapi": document["openapi"], "info": {}, "paths": {}, "components": {"schemas": shapes}}


def _simplified(schema: Any) -> Any:
    """Return the schema without its words and the names of families, with a type for all pairs of coordinates."""
    if isinstance(schema, list):
        return [_simplified(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    items = schema.get("prefixItems") or [schema.get("items")] * 2
    if schema.get("maxItems") == 2 and all(item.get("type") == "integer" for item in items):
        return CELL
    dropped = {name for name in ("title", "description") if isinstance(schema.get(name), str)}
    if schema.get("enum") == list(FAMILIES):
        dropped.add("enum")
    return {name: _simplified(value) for name, value in schema.items() if name not in dropped}


def digest(shapes: dict[str, Any]) -> str:
    """Return a digest of the shapes."""
    return hashlib.sha256(json.dumps(shapes, sort_keys=True).encode()).hexdigest()[:16]


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    shapes = wire_shapes()
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "openapi.json"), Path(folder, "openapi.d.ts")
        source.write_text(json.dumps(shapes))
        command = ["npx", "--yes", GENERATOR, str(source), "--output", str(result), *FLAGS]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        text = result.read_text()
    text = text[text.index("export interface components") :]
    text = text.replace(" Cell: number[];", " Cell: readonly number[];")
    head = f"// Made by tools/make_wire_types.py; digest {digest(shapes)}.\n\n"
    TYPES.write_text(head + text)


if __name__ == "__main__":
    sys.exit(main())
