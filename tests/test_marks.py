"""The marked abstracts that ship: each record is one that `paperkg train` can learn from."""

import json
from pathlib import Path

from paperkg.model import Kind, Role

MARKS = Path(__file__).parents[1] / "data" / "gold"


def test_every_record_has_what_a_reader_marks() -> None:
    lines = [line for path in sorted(MARKS.glob("*.jsonl")) for line in path.open(encoding="utf-8")]
    records = [json.loads(line) for line in lines]
    assert len({record["id"] for record in records}) == len(records)
    kinds = {str(kind) for kind in Kind} - {"keyword"}
    roles = {str(role) for role in Role}
    for record in records:
        assert set(record) == {"id", "concepts"}, record["id"]
        for concept in record["concepts"]:
            assert set(concept) == {"name", "kind", "role", "surfaces"}, record["id"]
            assert concept["kind"] in kinds, record["id"]
            assert concept["role"] in roles, record["id"]
            assert concept["name"], record["id"]
            assert all(surface.strip() for surface in concept["surfaces"]), record["id"]
            assert len(concept["surfaces"]) == len(set(concept["surfaces"])) > 0, record["id"]
