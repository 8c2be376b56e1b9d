"""What is found in a paper, written and read back."""

from dataclasses import fields

from paperkg.graph.records import dump_extraction, load_extraction
from paperkg.model import Abbreviation, Claim, Extraction, Kind, Mention, Role

WHOLE = Extraction(
    mentions=(Mention(0, 3, Kind.MODEL, "coined", 0.5), Mention(9, 14, Kind.BENCHMARK, "catalogue", 1.0)),
    abbreviations=(Abbreviation(0, 3, 4, 9),),
    claims=(Claim(0, 20, "3%", "accuracy", None, "ABC", None),),
    sentences=((0, 20), (21, 40)),
    roles=(Role.INTRODUCES, Role.EVALUATES_ON),
    chains=(0, 1),
)


def test_an_extraction_comes_back_whole() -> None:
    assert all(getattr(WHOLE, field.name) for field in fields(Extraction))  # a new field belongs here
    assert load_extraction(dump_extraction(WHOLE)) == WHOLE
