"""Reading the catalogue's files, and what the catalogue that ships must keep to."""

import csv
import re
from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.catalogue import COLUMNS, FILES, CatalogueError, Entry, entries, folder, read
from paperkg.model import Kind, lookup_key

HEADER = "name,aliases,family,paper,address\n"


def rows(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "benchmarks.csv"
    path.write_text(text, encoding=encoding, newline="")
    return list(read(path, Kind.BENCHMARK))


# --- the reader ------------------------------------------------------------------------------------------


def test_a_row_is_an_entry(tmp_path):
    text = f'{HEADER}GSM-Hard,"GSM8K-Hard; gsm hard",GSM8K,"PAL, Explained (2022)",arXiv:2211.10435\n'
    assert rows(tmp_path, text) == [
        Entry(
            Kind.BENCHMARK,
            "GSM-Hard",
            ("GSM8K-Hard", "gsm hard"),
            "GSM8K",
            "PAL, Explained (2022)",
            "arXiv:2211.10435",
        )
    ]


def test_space_around_cells_and_aliases_and_empty_aliases_do_not_count(tmp_path):
    assert rows(tmp_path, f"{HEADER} MMLU , a;; b ; , , ,\n") == [Entry(Kind.BENCHMARK, "MMLU", ("a", "b"))]


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_a_byte_order_mark_empty_lines_and_any_line_ending(tmp_path, ending):
    text = f"{HEADER}A,,,,{ending}"
    assert rows(tmp_path, text.replace("\n", ending or "\n"), "utf-8-sig") == [Entry(Kind.BENCHMARK, "A")]
    assert rows(tmp_path, f"{HEADER}\nA,,,,\n\n") == [Entry(Kind.BENCHMARK, "A")]


def test_no_rows_are_no_entries(tmp_path):
    assert rows(tmp_path, HEADER) == []


@pytest.mark.parametrize("header", ["", "name\n", "name,aliases,family,address,paper\n", "Name,Aliases,,,\n"])
def test_other_columns(tmp_path, header):
    with pytest.raises(
        CatalogueError, match=r"benchmarks\.csv: the first line must be name,aliases,family,paper,address"
    ):
        rows(tmp_path, f"{header}A,,,,\n" if header else "")


@pytest.mark.parametrize("row", ["B", "B,,,", "B,,,,,", "B,a, b,,,"])
def test_a_row_with_too_few_or_too_many_cells(tmp_path, row):
    with pytest.raises(CatalogueError, match=r"benchmarks\.csv, line 3: a row has 5 columns"):
        rows(tmp_path, f"{HEADER}A,,,,\n{row}\n")


@pytest.mark.parametrize("row", [",b,,,", '"  ",b,,,', ",,,,"])
def test_a_row_without_a_name(tmp_path, row):
    with pytest.raises(CatalogueError, match=r"benchmarks\.csv, line 2: a row needs a name"):
        rows(tmp_path, f"{HEADER}{row}\n")


def test_a_file_that_is_no_csv(tmp_path):
    with pytest.raises(CatalogueError, match=r"benchmarks\.csv, line 2: not a row of CSV \("):
        rows(tmp_path, f'{HEADER}"A"b,,,,\n')
    with pytest.raises(CatalogueError, match=r"benchmarks\.csv, line 3: not a row of CSV \("):
        rows(tmp_path, f'{HEADER}A,,,,\n"B,,,,')
    with pytest.raises(CatalogueError, match=r"benchmarks\.csv, line 1: not a row of CSV \("):
        rows(tmp_path, '"name"x,')


def test_a_file_that_is_not_utf_8(tmp_path):
    with pytest.raises(CatalogueError, match=r"benchmarks\.csv: not a text in UTF-8 \("):
        rows(tmp_path, f"{HEADER}Caf\u00e9,,,,\n", "latin-1")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        list(read(tmp_path / "none.csv", Kind.BENCHMARK))


def test_the_line_counts_cells_of_several_lines(tmp_path):
    with pytest.raises(CatalogueError, match="line 4: a row needs a name"):
        rows(tmp_path, f'{HEADER}A,,,"a title\nin two",\n,,,,\n')


cells = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20).map(str.strip)


@given(
    st.lists(
        st.builds(
            Entry,
            st.just(Kind.TASK),
            cells.filter(bool),
            st.lists(cells.filter(lambda cell: cell and ";" not in cell), max_size=3).map(tuple),
            cells,
            cells,
            cells,
        ),
        max_size=4,
    )
)
def test_whatever_a_csv_writer_writes_is_read(tmp_path_factory, written):
    path = tmp_path_factory.mktemp("catalogue") / "tasks.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for entry in written:
            writer.writerow([entry.name, "; ".join(entry.aliases), entry.family, entry.paper, entry.address])
    assert list(read(path, Kind.TASK)) == written


# --- the catalogue that ships ----------------------------------------------------------------------------

there = [name for name in FILES if (folder() / name).is_file()]
shipped = pytest.mark.skipif(not there, reason="no catalogue in this checkout")

LEAST = {
    (Kind.BENCHMARK, Kind.DATASET): 800,
    (Kind.MODEL,): 400,
    (Kind.TECHNIQUE,): 500,
    (Kind.TASK,): 250,
    (Kind.METRIC,): 120,
}
GROUP = {kind: Kind.BENCHMARK if kind is Kind.DATASET else kind for kind in Kind}
ADDRESS = re.compile(
    r"arXiv:\d{4}\.\d{4,5}"  # since April 2007; five digits since 2015
    r"|arXiv:[a-z-]+(\.[A-Z]{2})?/\d{7}"
    r"|doi:10\.\d{4,9}/\S+"
    r"|https://[^\s/]+\.[^\s/]+(/\S*)?"
)
PAPER = re.compile(r"\S.* \((19|20)\d\d\)")


@shipped
@pytest.mark.parametrize("kinds", LEAST, ids=lambda kinds: " and ".join(f"{kind}s" for kind in kinds))
def test_there_is_enough_of_it(kinds):
    assert sum(entry.kind in kinds for entry in entries()) >= LEAST[kinds]


@shipped
def test_it_is_read_kind_by_kind():
    kinds = [entry.kind for entry in entries()]
    assert list(dict.fromkeys(kinds)) == list(FILES.values())
    assert kinds == [kind for kind in FILES.values() for _ in range(kinds.count(kind))]


def spellings(entry):
    return (entry.name, *entry.aliases)


def signs(text):
    """The signs that make another name of it: CodeT5+ is not CodeT5, nor RRT* RRT."""
    return "".join(char for char in text if char in "+*#")


@shipped
def test_no_spelling_stands_for_two_entries():
    owners = defaultdict(list)
    for entry in entries():
        for key in {lookup_key(spelling) + signs(spelling) for spelling in spellings(entry)}:
            owners[key].append(f"{entry.kind} {entry.name!r}")
    assert {key: who for key, who in owners.items() if len(who) > 1} == {}


@shipped
def test_no_alias_is_another_thing_by_its_signs():
    names = {(lookup_key(entry.name), signs(entry.name)) for entry in entries()}
    wrong = [
        (entry.name, alias)
        for entry in entries()
        for alias in entry.aliases
        if (lookup_key(alias), signs(entry.name)) in names and signs(alias) != signs(entry.name)
    ]
    assert wrong == []


@shipped
def test_no_entry_says_a_spelling_twice():
    # "finetuning" beside "fine-tuning" says something, for it has fewer words; "fine tuning" does not
    def said(entry):
        return {re.sub(r"[\s\-‐‑–_]+", " ", spelling) for spelling in spellings(entry)}

    assert [entry for entry in entries() if len(said(entry)) <= len(entry.aliases)] == []


@shipped
def test_a_family_is_another_entry_of_the_same_group():
    named = {(GROUP[entry.kind], entry.name) for entry in entries()}
    strays = [
        (entry.name, entry.family)
        for entry in entries()
        if entry.family and ((GROUP[entry.kind], entry.family) not in named or entry.family == entry.name)
    ]
    assert strays == []


@shipped
def test_no_entry_is_a_version_of_itself_by_a_detour():
    above = {(GROUP[entry.kind], entry.name): entry.family for entry in entries() if entry.family}
    for group, name in above:
        way = [name]
        while family := above.get((group, way[-1])):
            assert family not in way, f"{' -> '.join([*way, family])}"
            way.append(family)


@shipped
def test_addresses_are_ones_that_can_be_followed():
    assert [e.address for e in entries() if e.address and not ADDRESS.fullmatch(e.address)] == []


@shipped
def test_papers_end_with_their_year():
    assert [e.paper for e in entries() if e.paper and not PAPER.fullmatch(e.paper)] == []


@shipped
def test_the_same_address_is_the_same_paper():
    papers = defaultdict(set)
    for entry in entries():
        if entry.address.startswith(("arXiv:", "doi:")):
            papers[entry.address].add(entry.paper)
    assert {address: titles for address, titles in papers.items() if len(titles) > 1} == {}


@shipped
def test_cells_hold_no_control_characters_and_no_space_twice():
    bad = [
        cell
        for e in entries()
        for cell in (e.name, *e.aliases, e.family, e.paper, e.address)
        if re.search(r"[\x00-\x1f\x7f]|  |\ufffd", cell)
    ]
    assert bad == []


@shipped
@pytest.mark.parametrize("name", FILES)
def test_rows_stand_in_the_order_of_their_names(name):
    names = [entry.name for entry in entries() if entry.kind == FILES[name]]
    assert names == sorted(names, key=lambda found: (found.casefold(), found))
    assert [found for found, count in Counter(names).items() if count > 1] == []
