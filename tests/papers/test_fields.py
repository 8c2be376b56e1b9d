import pytest

from paperkg.papers.fields import RecordError, to_paper

TEXT = {"title": "On X", "abstract": "We study X."}


@pytest.mark.parametrize(
    ("fields", "id"),
    [
        ({"id": "a", "forum": "b", "number": 3}, "a"),
        ({"id": " ", "forum": "b"}, "b"),
        ({"id": None, "paperId": 17}, "17"),
        ({"paper_id": 17.0}, "17"),
        ({"corpusid": 12345678901234567890}, "12345678901234567890"),
        ({"id": True, "Number": "5"}, "5"),
        ({"id": [1], "key": " k 1\n"}, "k 1"),
        ({"doi": "10.1/x"}, "10.1/x"),
    ],
)
def test_ids(fields, id):
    assert to_paper(TEXT | fields).id == id


def test_an_id_made_from_the_text():
    """By hand: printf 'on x\\nwe study x.' | sha256sum | head -c 16."""
    assert to_paper(TEXT).id == "he411131ecb25fa83"
    assert to_paper({"title": " ON  X ", "abstract": "we study\nX."}).id == "he411131ecb25fa83"
    assert to_paper({"abstract": "We study X."}).id != "he411131ecb25fa83"


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Ann B;Cee D", ("Ann B", "Cee D")),
        (" Ann B ; ;Cee D;", ("Ann B", "Cee D")),
        ("Ann B, Cee D, Plato", ("Ann B", "Cee D", "Plato")),
        ("Ann B, Cee D, and Eve F", ("Ann B", "Cee D", "Eve F")),
        ("Bee, Ann and Dee, Cee", ("Bee, Ann", "Dee, Cee")),
        ("Bee, Ann; Dee, Cee", ("Bee, Ann", "Dee, Cee")),
        ("Bee, Ann", ("Bee, Ann",)),
        ("Ann B", ("Ann B",)),
        ("Anna Sanders", ("Anna Sanders",)),
        (["Ann B", " Cee  D ", "", None, 7.5], ("Ann B", "Cee D", "7.5")),
        ([{"name": "Ann B", "id": 1}, {"fullname": "Cee D"}], ("Ann B", "Cee D")),
        ([{"given": "Ann", "family": "Bee"}, {"family": "Dee"}], ("Ann Bee", "Dee")),
        ([{"firstName": "Ann", "lastName": "Bee"}, {}], ("Ann Bee",)),
        ({"name": "Ann B"}, ("Ann B",)),
        (None, ()),
        (True, ()),
        ([[["x"]]], ()),
    ],
)
def test_authors(value, names):
    assert to_paper(TEXT | {"author": value}).authors == names


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("a;b c; ;d", ("a", "b c", "d")),
        ("a, b", ("a", "b")),
        ("a, b; c", ("a, b", "c")),
        (["a", " b, c ", 3], ("a", "b, c", "3")),
        ("", ()),
        (7, ()),
        ({"a": 1}, ()),
    ],
)
def test_keywords(value, words):
    assert to_paper(TEXT | {"Key Words": value}).keywords == words


@pytest.mark.parametrize(
    ("value", "year"),
    [
        (2024, 2024),
        (2024.0, 2024),
        ("2024", 2024),
        (" 2024 ", 2024),
        ("2024-05-01", 2024),
        ("May 1, 2024", 2024),
        ("01/05/2024", 2024),
        ("2024-05-01T12:00:00Z", 2024),
        (1704067199999, 2023),  # the last millisecond of 2023, in UTC
        (1704067200000, 2024),
        ("1704067200000", 2024),
        (1704067200, 2024),
        (0, None),
        (-5, None),
        (17, None),
        (float("nan"), None),
        (float("inf"), None),
        (10**400, None),
        ("9" * 5000, None),
        ("20245", None),
        ("n/a", None),
        (True, None),
        ([2024], None),
    ],
)
def test_years(value, year):
    assert to_paper(TEXT | {"year": value}).year == year


def test_the_first_value_that_says_something_counts():
    fields = {"year": "in press", "pdate": 1704067200000, "cdate": 1600000000000}
    assert to_paper(TEXT | fields).year == 2024
    assert (
        to_paper(TEXT | {"pdf": "/pdf/1.pdf", "site": "https://example.org/1"}).url == "https://example.org/1"
    )
    assert to_paper(TEXT | {"pdf": "/pdf/1.pdf"}).url == ""
    assert to_paper(TEXT | {"url": " javascript:alert(1) "}).url == "javascript:alert(1)"
    assert to_paper(TEXT | {"venue": {"name": "COLM"}}).venue == "COLM"


def test_the_text_stays_as_it_is_but_for_its_edges():
    paper = to_paper({"title": " On\r\n  $X$  and Y ", "abstract": "\t We  study\r\n\r\n $X$.\tSo. \n"})
    assert paper.title == "On $X$  and Y"
    assert paper.abstract == "We  study\n\n $X$.\tSo."


@pytest.mark.parametrize("name", ["abstract", "title"])
def test_the_longest_text_that_is_read(name):
    assert len(getattr(to_paper(TEXT | {name: "x" * 1_000_000}), name)) == 1_000_000
    with pytest.raises(RecordError, match=f"its {name} has 1,000,001 characters"):
        to_paper(TEXT | {name: "x" * 1_000_001})
