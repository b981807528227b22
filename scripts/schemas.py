"""Write the JSON Schemas of the documents: `nox -s schemas`, after you changed their types."""

from __future__ import annotations

import json
from pathlib import Path

from cairn_rules import json_schema
from cairn_rules.json_documents import schema_names

if __name__ == "__main__":
    for game, document in schema_names():
        file = Path(__file__).parent.parent / "src" / "cairn_rules" / "schemas" / game / f"{document}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(json_schema(document, game=game), indent=2) + "\n", encoding="utf-8")
