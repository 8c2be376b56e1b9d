import pytest

from paperkg.papers import SourceError

LONG = "We study how one thing leads to another and report what we found on many of them."
OTHER = "A second text says something else about other things, and it ends as a text does."
THIRD = "The third one is about a third matter, which nobody has looked at so far in detail."


def texts(papers):
    return [(paper.title, paper.abstract) for paper in papers]


def test_abstracts_stand_apart_by_blank_lines(reading):
    papers, problems = reading(f"{LONG}\n\n \t\n{OTHER}\n\n\n{THIRD}")
    assert texts(papers) == [("", LONG), ("", OTHER), ("", THIRD)]
    assert problems == []
    assert len({paper.id for paper in papers}) == 3


@pytest.mark.parametrize("heading", ["ICLR 2026", "ICLR 2026 论文列表", "Доклады", "القائمة:", "# My list"])
def test_a_heading_at_the_top_is_no_paper(reading, heading):
    papers, problems = reading(f"{heading}\n\n{LONG}\n\n{OTHER}\n")
    assert texts(papers) == [("", LONG), ("", OTHER)]
    assert problems == []


def test_one_heading_above_one_abstract_is_a_heading(reading):
    papers, problems = reading(f"ICLR 2026\n\n{LONG}")
    assert (texts(papers), problems) == ([("", LONG)], [])


def test_a_heading_right_above_the_first_abstract(reading):
    papers, problems = reading(f"ICLR 2026\n{LONG}\n\n{OTHER}\n")
    assert (texts(papers), problems) == ([("", LONG), ("", OTHER)], [])


def test_titles_as_paragraphs_of_their_own(reading):
    papers, problems = reading(f"ICLR 2026\n\nOn X\n\n{LONG}\n\nWhat Is Y?\n\n{OTHER}\n\n{THIRD}\n")
    assert texts(papers) == [("On X", LONG), ("What Is Y?", OTHER), ("", THIRD)]
    assert problems == []


def test_titles_right_above_their_abstracts(reading):
    papers, problems = reading(f"On X\n{LONG}\n\nOn Y\n{OTHER}\n\n{THIRD}\n")
    assert texts(papers) == [("On X", LONG), ("On Y", OTHER), ("", THIRD)]
    assert problems == []


def test_a_line_that_stands_before_few_abstracts_is_no_title(reading):
    papers, problems = reading(f"{LONG}\n\nPosters\n\n{OTHER}\n\n{THIRD}\n", "p.txt")
    assert texts(papers) == [("", LONG), ("", OTHER), ("", THIRD)]
    assert problems == [
        'p.txt, line 3: "Posters" is taken for a heading and set aside; '
        "end it with a full stop if it is an abstract"
    ]


def test_an_abstract_may_be_wrapped_at_a_width(reading):
    wrapped = "We study how one thing leads\nto another. Many models are\nmeasured on many tasks, and\nmore."
    second = "Another text that is about\nGSM8K and what it says of\nmodels."
    papers, problems = reading(f"{wrapped}\n\n{second}\n")
    assert (texts(papers), problems) == ([("", wrapped), ("", second)], [])


def test_a_paragraph_over_ten_megabytes_is_skipped(reading):
    papers, problems = reading(f"{LONG}\n\n" + ("x" * 999_999 + "\n") * 11 + f"\n{OTHER}\n", "p.txt")
    assert texts(papers) == [("", LONG), ("", OTHER)]
    assert problems == ["p.txt, line 3: the paragraph is longer than 10 MB; it is skipped"]


def test_rules_part_abstracts_too(reading):
    papers, _ = reading(f"{LONG}\n-----\n{OTHER}\n* * *\n{THIRD}\n")
    assert texts(papers)[0] == ("", LONG)
    assert len(papers) == 2


def test_lines_may_end_as_on_windows_or_old_macs(reading):
    assert texts(reading(f"{LONG}\r\n\r\n{OTHER}\r\n")[0]) == [("", LONG), ("", OTHER)]
    assert texts(reading(f"{LONG}\r\r{OTHER}\r")[0]) == [("", LONG), ("", OTHER)]


def test_a_text_that_starts_with_a_bracket_or_brace_is_still_a_text(reading):
    for start in ("[1] ", "{\\bf X} ", "@home we ask: ", "% "):
        assert texts(reading(f"{start}{LONG}\n\n{OTHER}")[0]) == [("", f"{start}{LONG}".strip()), ("", OTHER)]


def test_headings_alone_are_no_papers(reading):
    with pytest.raises(SourceError, match="no paper is in it"):
        reading("ICLR 2026\n\nPosters\n")


def test_the_place_is_the_line_of_the_abstract(reading):
    _, problems = reading(f"{LONG}\n\n{'x' * 1_000_001}.\n", "p.txt")
    assert problems == [
        "p.txt, line 3: its abstract has 1,000,002 characters, and 1,000,000 is the most that is read; "
        "the record is skipped"
    ]
