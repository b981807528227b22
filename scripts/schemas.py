"""Write the digests of the JSON Schemas of all documents: `nox -s schemas`, after you changed a format on purpose."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Final

from cairn_rules.json_documents import schema_files

FILE: Final = Path(__file__).parent.parent / "tests" / "golden" / "schema_digests.json"


def digests() -> dict[str, str]:
    """Return the digest of each schema, by its `$id`: the game, the kind of document and the format number."""
    return {json.loads(text)["$id"]: sha256(text.encode()).hexdigest()[:16] for _, text in schema_files()}


if __name__ == "__main__":
    FILE.write_text(json.dumps(digests(), indent=2) + "\n", encoding="utf-8", newline="\n")
