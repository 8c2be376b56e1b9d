import csv

import pytest

from paperkg.papers import SourceError


def rows(papers):
    return [(paper.id, paper.title, paper.abstract) for paper in papers]


BOTH = [("1", "On X, Y", "We study X."), ("2", "On Z", 'We say "hi"\nand go; on.')]
COMMAS = 'Paper ID,Title,Abstract\n1,"On X, Y",We study X.\n2,On Z,"We say ""hi""\nand go; on."\n'


@pytest.mark.parametrize("name", ["p.csv", "p.tsv", "p.txt", "p"])
@pytest.mark.parametrize(
    "content",
    [
        COMMAS,
        COMMAS.replace("\n", "\r\n"),
        "\ufeff" + COMMAS,
        "\n\n" + COMMAS.replace("2,", "\n,,\n2,"),
        'PAPER_ID;title;ABSTRACT;n\n1;On X, Y;We study X.;\n2;On Z;"We say ""hi""\nand go; on.";7\n',
        'sep=;\nid;title;abstract\n1;On X, Y;We study X.\n2;On Z;"We say ""hi""\nand go; on."\n',
        'title\tpaperId\tsummary\nOn X, Y\t1\tWe study X.\nOn Z\t2\t"We say ""hi""\nand go; on."\n',
        'id|title|abstract\n1|On X, Y|We study X.\n2|On Z|"We say ""hi""\nand go; on."\n',
        'id,标题,摘要\n1,"On X, Y",We study X.\n2,On Z,"We say ""hi""\nand go; on."\n',
    ],
)
def test_every_way_to_write_the_table(reading, content, name):
    papers, problems = reading(content, name)
    assert problems == []
    assert rows(papers) == BOTH


def test_all_columns(reading):
    papers, problems = reading(
        "number,title,abstract,authors,keywords,conference,publication date,link,rating\n"
        '7,On X,We study X.,"Ann B; Cee D","x, y",COLM,2024-05-01,https://example.org/7,6.5\n'
    )
    assert problems == []
    (paper,) = papers
    assert (paper.id, paper.authors, paper.keywords) == ("7", ("Ann B", "Cee D"), ("x", "y"))
    assert (paper.venue, paper.year, paper.url) == ("COLM", 2024, "https://example.org/7")


def test_rows_that_do_not_fit(reading):
    papers, problems = reading(
        "id,title,abstract,venue\n"
        "1,On X,We study X.\n"  # the last cell left out
        "2,On Y\n"
        "3,On Z, we say,We study Z.,COLM\n"
        "4,On W,We study W.,COLM,,\n"  # empty cells beyond the last
        "5,On V,,COLM\n",
        "p.csv",
    )
    assert [paper.id for paper in papers] == ["1", "4"]
    assert problems == [
        "p.csv, line 3: there are 2 cells under 4 columns, and none for the abstract; the row is skipped",
        "p.csv, line 4: there are 5 cells under 4 columns (is a quotation mark missing?); the row is skipped",
        'p.csv, line 6: "On V" has no abstract; the record is skipped',
    ]


@pytest.mark.parametrize("broken", ['2,"On Y,We study Y.', '2,"On "Y"",We study Y.', '2,On Y,"We study Y.'])
def test_a_quotation_mark_out_of_place_costs_one_row(reading, broken):
    papers, problems = reading(
        f'id,title,abstract\n1,On X,We.\n{broken}\n3,"On Z","We, too."\n4,On W,We.\n', "p.csv"
    )
    assert [paper.id for paper in papers] == ["1", "3", "4"]
    assert len(problems) == 1
    assert problems[0].startswith("p.csv, line 3: the quotation marks do not match (")


def test_a_quotation_mark_that_is_never_closed(reading):
    papers, problems = reading('id,title,abstract\n1,On X,"We.\n2,On Y,We.\n3,On Z,We.\n', "p.csv")
    assert [paper.id for paper in papers] == ["2", "3"]
    assert problems == [
        "p.csv, line 2: the quotation marks do not match (unexpected end of data); the row is skipped"
    ]


def test_an_open_quotation_mark_does_not_swallow_a_long_file(reading):
    rows = "".join(f"{number},On X,We study {number}.\n" for number in range(100_500))
    papers, problems = reading('id,title,abstract\nopen,"On X,We.\n' + rows)
    assert len(papers) == 100_500
    assert len(problems) == 1


def test_tabs_need_no_quoting(reading):
    papers, problems = reading('title\tabstract\n"Why?" We Ask\tWe "study" it.\n"Open\tWe study on.\n')
    assert [(p.title, p.abstract) for p in papers] == [
        ('"Why?" We Ask', 'We "study" it.'),
        ('"Open', "We study on."),
    ]
    assert problems == []


def test_a_large_cell_is_read_and_the_limit_of_the_csv_module_left_alone(reading):
    before = csv.field_size_limit()
    papers, _ = reading('id,title,abstract\n1,On X,"' + "x" * 400_000 + '"\n')
    assert len(papers[0].abstract) == 400_000
    assert csv.field_size_limit() == before


def test_a_cell_over_a_million_characters_is_not(reading):
    papers, problems = reading('id,title,abstract\n1,On X,"' + "x" * 1_000_001 + '"\n2,On Y,We.\n')
    assert [paper.id for paper in papers] == ["2"]
    assert len(problems) == 1
    assert problems[0].startswith("papers, line 2: its abstract has 1,000,001 characters")


@pytest.mark.parametrize("name", ["p.csv", "p"])
def test_a_table_without_abstracts_says_what_its_columns_are(reading, name):
    with pytest.raises(
        SourceError, match=r'no column is called abstract or summary .* "id", "title", "text"'
    ):
        reading("id,title,text\n1,On X,We study X.\n", name)


def test_a_table_without_a_header(reading):
    with pytest.raises(SourceError, match="no column is called abstract"):
        reading("1,On X,We study X.\n", "p.csv")


def test_prose_with_a_comma_is_no_table(reading):
    text = "Abstract, title and all, we study tables, and what they are for, in two lines.\n\nWe do, too."
    papers, _ = reading(text)
    assert len(papers) == 2
