import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.model import Paper
from paperkg.papers import Problem, ReadWarning, merge

X = Paper("1", "On X", "We study X.")
Y = Paper("2", "On Y", "We study Y.")


def test_the_same_text_is_the_same_paper_whatever_its_case_width_and_space():
    other = Paper("9", "ON  Ｘ", "we study\nx.", ("Ann B",), 2024, "COLM", "https://example.org", ("x",))
    merged = merge([X, Y, other])
    assert merged.papers == (
        Paper("1", "On X", "We study X.", *[getattr(other, n) for n in Paper.__slots__[3:]]),
        Y,
    )
    assert merged.merged == 1


def test_what_is_there_is_not_written_over():
    first = Paper("1", "On X", "We study X.", ("Ann B",), 2023, "ICLR", "u", ("x",))
    second = Paper("1", "On X", "We study X.", ("Cee D",), 2024, "COLM", "v", ("y",))
    assert merge([first, second]).papers == (first,)


def test_one_id_with_another_text_is_a_conflict():
    problems: list[Problem] = []
    merged = merge([X, Y, Paper("1", "On Z", "We study Z.", year=2024)], problems)
    assert merged.papers == (X, Y)
    assert merged.merged == 1
    assert list(map(str, problems)) == [
        'id "1": "On Z" has the same id as "On X", but another text; the first is kept'
    ]
    with pytest.warns(ReadWarning, match="another text"):
        merge([X, Paper("1", "", "We study Z.")])


def test_one_id_with_a_title_in_one_only_is_no_conflict():
    problems: list[Problem] = []
    assert merge([Paper("1", "", "We study X."), X], problems).papers == (X,)
    assert merge([X, Paper("1", "", "We study X.")], problems).papers == (X,)
    assert problems == []


def test_a_copy_is_known_by_its_id_and_its_text_later_on():
    problems: list[Problem] = []
    copy = Paper("9", "on x", "we study x.")
    merged = merge(
        [X, copy, Paper("9", "On X", "We study X.", year=2024), Paper("9", "On Z", "We.")], problems
    )
    assert merged.papers == (Paper("1", "On X", "We study X.", year=2024),)
    assert (merged.merged, len(problems)) == (3, 1)


def test_titles_alike_are_not_enough():
    assert merge([X, Paper("2", "On X", "We study X again.")]).merged == 0


PAPERS = st.builds(
    Paper,
    id=st.sampled_from("abcd"),
    title=st.sampled_from(["", "On X", "on  x", "On Y"]),
    abstract=st.sampled_from(["We study X.", "we study x.", "We study Y."]),
    year=st.sampled_from([None, 2023, 2024]),
)


@given(st.lists(PAPERS, max_size=12))
def test_merging_leaves_no_two_alike_and_merging_again_changes_nothing(papers):
    problems: list[Problem] = []
    merged = merge(papers, problems)
    assert len(merged.papers) + merged.merged == len(papers)
    ids = [paper.id for paper in merged.papers]
    assert len(set(ids)) == len(ids)
    texts = [(p.title.casefold().split(), p.abstract.casefold()) for p in merged.papers]
    assert all(texts.count(text) == 1 for text in texts)
    firsts = list(dict.fromkeys(paper.id for paper in papers))
    assert ids == [id for id in firsts if id in ids]
    assert merge(merged.papers, problems).papers == merged.papers
