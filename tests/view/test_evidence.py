from hypothesis import given
from hypothesis import strategies as st

from paperkg.model import Kind, Mention
from paperkg.view.evidence import LONGEST, evidence


def mention(start: int, end: int) -> Mention:
    return Mention(start, end, Kind.TASK, "hand", 1.0)


def units(text: str, start: int, end: int) -> str:
    """Cut a text as JavaScript's slice does."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def test_every_mention_in_the_sentence_is_marked_and_none_outside() -> None:
    text = "A title\nX beats X. Then X rests."
    said, marks = evidence(
        text, [(0, 7), (8, 18), (19, 32)], [mention(16, 17), mention(8, 9), mention(24, 25)]
    )
    assert said == "X beats X."
    assert marks == [0, 1, 8, 9]


def test_a_sentence_is_on_one_line_and_so_is_a_line_without_sentences() -> None:
    assert evidence("one\ntwo\tthree", [(0, 13)], [mention(4, 7)]) == ("one two three", [4, 7])
    assert evidence("one\ntwo\tthree", [], [mention(4, 7)]) == ("two three", [0, 3])


def test_a_long_sentence_is_cut_at_words_around_what_it_shows() -> None:
    text = "word " * 300 + "GSM8K" + " word" * 300
    said, marks = evidence(text, [(0, len(text))], [mention(1500, 1505)])
    assert said.startswith("… word ")
    assert said.endswith(" word …")
    assert len(said) <= LONGEST + 4
    assert said[marks[0] : marks[1]] == "GSM8K"


@given(st.text(alphabet=st.characters(codec="utf-8"), min_size=1, max_size=1200), st.data())
def test_marks_cut_the_words_out_whatever_the_script(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    edge = data.draw(st.integers(0, len(text)))
    said, marks = evidence(text, [(0, edge), (edge, len(text))], [mention(start, end)])
    shown = "".join(" " if char.isspace() else char for char in text[start:end])
    assert units(said, *marks) == shown
