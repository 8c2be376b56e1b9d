"""The store gives back what was put in, the same bytes every time, and never loses the last good graph."""

import errno
import hashlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperkg.graph import BusyError, Contents, Entry, GraphError, known_extractions, open_graph, save
from paperkg.graph.records import content_hash, load_extraction
from paperkg.graph.store import locked
from paperkg.model import (
    Abbreviation,
    Claim,
    Concept,
    Extraction,
    Family,
    Kind,
    Link,
    Mention,
    Paper,
    Result,
    Role,
)
from tests.graph.example import CONCEPTS, ENTRIES, FAMILIES, LINKS, PAPERS, RESULTS, WORLD, many

ROOT = Path(__file__).parents[2]
FILE = "graph.sqlite"

# --- what goes in comes out ---------------------------------------------------------------------------

nasty = st.sampled_from(["", "'", '"', "\0", "a\0b", "é", "e\u0301", "𝔸", "\ufeff", "\r\n", "'); DROP--"])
texts = nasty | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
offsets = st.integers(0, 10_000)
shares = st.floats(0, 1)
kinds = st.sampled_from(Kind)
mentions = st.builds(Mention, offsets, offsets, kinds, texts, shares)
claims = st.builds(Claim, offsets, offsets, texts, *[st.none() | texts] * 4)
extractions = st.builds(
    Extraction,
    st.lists(mentions, max_size=3).map(tuple),
    st.lists(st.builds(Abbreviation, offsets, offsets, offsets, offsets), max_size=2).map(tuple),
    st.lists(claims, max_size=2).map(tuple),
    st.lists(st.tuples(offsets, offsets), max_size=3).map(tuple),
)
papers = st.builds(
    Paper,
    texts.filter(lambda text: "\0" not in text),
    texts,
    texts,
    st.lists(texts, max_size=3).map(tuple),
    st.none() | st.integers(-9999, 9999),
    texts,
    texts,
    st.lists(texts, max_size=3).map(tuple),
)
spellings = st.sets(texts, min_size=1, max_size=4).map(lambda found: tuple(sorted(found)))
concepts = st.builds(Concept, kinds, texts, texts, spellings)


@st.composite
def graphs(draw):
    some_papers = draw(st.lists(papers, max_size=5, unique_by=lambda paper: paper.id))
    some_concepts = draw(st.lists(concepts, max_size=5, unique_by=lambda concept: concept.id))
    entries = tuple(Entry(paper, draw(texts), draw(extractions)) for paper in some_papers)
    pairs = [(paper.id, concept.id) for paper in some_papers for concept in some_concepts]
    linked = [pair for pair in pairs if draw(st.booleans())]
    links = tuple(
        Link(*pair, draw(st.sampled_from(Role)), draw(shares), tuple(draw(st.lists(mentions, min_size=1))))
        for pair in linked
    )
    maybe = st.sampled_from([None, *(concept.id for concept in some_concepts)])
    results = tuple(
        Result(paper.id, draw(claims), draw(maybe), draw(maybe), draw(maybe), draw(maybe))
        for paper in some_papers
        for _ in range(draw(st.integers(0, 2)))
    )
    related = [(a.id, b.id) for a in some_concepts for b in some_concepts if a != b and draw(st.booleans())]
    meta = draw(st.dictionaries(texts.filter(lambda key: key != "format"), texts, max_size=2))
    families = tuple(Family(*pair) for pair in related)
    return Contents(entries, tuple(some_concepts), links, results, families, tuple(meta.items()))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(graphs())
def test_everything_comes_back_whatever_the_text(contents):
    with tempfile.TemporaryDirectory() as name:
        save(Path(name), contents)
        with open_graph(name) as kg:
            assert list(kg.papers()) == [entry.paper for entry in contents.entries]
            assert list(kg.labels().items()) == [(entry.paper.id, entry.label) for entry in contents.entries]
            assert list(kg.concepts()) == sorted(contents.concepts, key=lambda concept: concept.id)
            assert tuple(kg.links()) == contents.links
            assert tuple(kg.results()) == contents.results
            assert list(kg.families()) == sorted(contents.families)
            assert kg.meta() == {"format": "2", **dict(contents.meta)}
            for entry in contents.entries:
                paper = entry.paper
                assert kg.paper(paper.id) == paper
                assert kg.sentences(paper.id) == entry.extraction.sentences
                assert list(kg.links(paper=paper.id)) == [k for k in contents.links if k.paper == paper.id]
                assert list(kg.results(paper=paper.id)) == [
                    r for r in contents.results if r.paper == paper.id
                ]
            for concept in contents.concepts:
                assert kg.concept(concept.id) == concept
                assert list(kg.links(concept=concept.id)) == [
                    k for k in contents.links if k.concept == concept.id
                ]
                assert all(concept in kg.find(alias) for alias in concept.aliases)
        extractor = dict(contents.meta).get("extractor", "")
        if "extractor" in dict(contents.meta):
            known = {key: load_extraction(text) for key, text in known_extractions(Path(name), extractor)}
            assert known == {content_hash(entry.paper): entry.extraction for entry in contents.entries}


def test_what_is_not_there_is_none_or_nothing(tmp_path):
    save(tmp_path, WORLD)
    with open_graph(tmp_path) as kg:
        assert kg.paper("no such paper") is None
        assert kg.concept("benchmark:no-such") is None
        assert kg.sentences("no such paper") == ()
        assert kg.find("no such name") == []
        assert list(kg.links(paper="no such paper")) == []
        assert list(kg.links(paper="mazes", concept="technique:c")) == []
        assert [k.role for k in kg.links(paper="mazes", concept="benchmark:gridlock")] == [Role.INTRODUCES]


def test_an_undecodable_argument_finds_nothing(tmp_path):
    save(tmp_path, WORLD)
    with open_graph(tmp_path) as kg:
        assert kg.paper("\udcff") is None
        assert kg.concept("\udcff") is None
        assert kg.find("\udcff") == []
        assert list(kg.links(concept="\udcff")) == []


def test_an_empty_graph_is_a_graph(tmp_path):
    save(tmp_path, Contents((), (), ()))
    with open_graph(tmp_path) as kg:
        assert list(kg.papers()) == list(kg.concepts()) == list(kg.links()) == []
        assert kg.graph.number_of_nodes() == 0


def test_a_name_is_found_however_it_is_spelt_and_the_most_shared_first(tmp_path):
    save(tmp_path, WORLD)
    with open_graph(tmp_path) as kg:
        for spelling in ("GridLock", "grid-lock", "GRID LOCK", "Ｇｒｉｄ_Ｌｏｃｋ"):
            assert [concept.id for concept in kg.find(spelling)] == ["benchmark:gridlock"]
        # two papers have the model, one the technique
        assert [concept.id for concept in kg.find("Relay")] == ["model:relay", "technique:relay"]
        # one paper has the task, none the metric, though "metric:" sorts first
        assert [concept.id for concept in kg.find("walls")] == ["task:walls", "metric:walls"]


BAD = "half \ud83d a pair"


def with_paper(**changes):
    first, *others = ENTRIES
    return replace(WORLD, entries=(replace(first, paper=replace(first.paper, **changes)), *others))


def with_claim(**changes):
    first, *others = RESULTS
    return replace(WORLD, results=(replace(first, claim=replace(first.claim, **changes)), *others))


@pytest.mark.parametrize(
    "contents",
    [
        pytest.param(with_paper(title=BAD), id="title"),
        pytest.param(with_paper(authors=(BAD,)), id="author"),
        pytest.param(with_claim(metric=BAD), id="claim"),
        pytest.param(replace(WORLD, concepts=(replace(CONCEPTS[0], name=BAD), *CONCEPTS[1:])), id="concept"),
        pytest.param(replace(WORLD, meta=(("extractor", BAD),)), id="meta"),
    ],
)
def test_half_a_surrogate_pair_cannot_be_stored_and_the_old_graph_stays(tmp_path, contents):
    save(tmp_path, WORLD)
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(UnicodeEncodeError):
        save(tmp_path, contents)
    assert (tmp_path / FILE).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


# --- the same bytes ------------------------------------------------------------------------------------


def test_the_same_contents_give_the_same_bytes_whatever_stood_there(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    save(first, WORLD)
    save(second, many(300))
    (second / f"{FILE}.new").write_bytes(b"left over from a killed build" * 1000)
    save(second, WORLD)
    assert (second / FILE).read_bytes() == (first / FILE).read_bytes()
    assert [path.name for path in second.iterdir()] == [FILE]


def test_the_order_in_which_concepts_and_families_come_does_not_count(tmp_path):
    save(tmp_path, WORLD)
    before = (tmp_path / FILE).read_bytes()
    shuffled = random.Random(7).sample(CONCEPTS, len(CONCEPTS))
    save(tmp_path, replace(WORLD, concepts=tuple(shuffled), families=FAMILIES[::-1]))
    assert (tmp_path / FILE).read_bytes() == before


def child(script, *arguments, **environment):
    """Start Python on a script that can import the package and these tests."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path, **environment},
    )


BUILD = """
import sys
from pathlib import Path
from paperkg.graph import save
from tests.graph.example import WORLD
save(Path(sys.argv[1]), WORLD)
"""


def test_the_hash_seed_does_not_count(tmp_path):
    digests = set()
    for seed in ("0", "1", "4242"):
        with child(BUILD, tmp_path, PYTHONHASHSEED=seed) as process:
            process.communicate()
        assert process.returncode == 0
        digests.add(hashlib.sha256((tmp_path / FILE).read_bytes()).hexdigest())
    save(tmp_path, WORLD)
    assert digests == {hashlib.sha256((tmp_path / FILE).read_bytes()).hexdigest()}


# --- a build that is killed, or one of two --------------------------------------------------------------

STOPPING_BUILD = """
import os, sys
from dataclasses import replace
from pathlib import Path
from paperkg.graph import save
from paperkg.graph.store import locked
from tests.graph.example import many

folder, stage = Path(sys.argv[1]), sys.argv[2]

def stop():
    print("ready", flush=True)
    sys.stdin.read()  # until killed, or let go by the end of the input

class Stopping(tuple):
    def __iter__(self):
        for number, item in enumerate(super().__iter__()):
            if number == len(self) - 1:
                stop()
            yield item

contents = many(300)
if stage == "papers":
    contents = replace(contents, entries=Stopping(contents.entries))
if stage == "aliases":
    *others, last = sorted(contents.concepts, key=lambda concept: concept.id)
    contents = replace(contents, concepts=(*others, replace(last, aliases=Stopping(last.aliases))))
if stage == "sync":
    sync = os.fsync
    os.fsync = lambda file: (stop(), sync(file))
rename = Path.replace
if stage == "rename":
    Path.replace = lambda path, target: (stop(), rename(path, target))
if stage == "renamed":
    Path.replace = lambda path, target: (rename(path, target), stop())
with locked(folder):
    save(folder, contents)
"""


@pytest.mark.parametrize("stage", ["papers", "aliases", "sync", "rename", "renamed"])
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_killed_build_leaves_a_good_graph(tmp_path, stage):
    folder, clean = tmp_path / "graph", tmp_path / "clean"
    folder.mkdir()
    clean.mkdir()
    save(folder, WORLD)
    old = (folder / FILE).read_bytes()
    save(clean, many(300))
    new = (clean / FILE).read_bytes()

    with child(STOPPING_BUILD, folder, stage) as process:
        assert process.stdout.readline().strip() == b"ready"
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL

    assert (folder / FILE).read_bytes() == (new if stage == "renamed" else old)
    with open_graph(folder) as kg:
        assert len(kg.labels()) == (300 if stage == "renamed" else len(PAPERS))
    if stage != "renamed":
        assert len(dict(known_extractions(folder, "by hand 1"))) == len(PAPERS)
    with locked(folder):  # the dead build holds nothing
        save(folder, many(300))
    assert (folder / FILE).read_bytes() == new
    assert sorted(path.name for path in folder.iterdir() if path.name != ".lock") == [FILE]


def test_a_second_build_is_told_and_readers_keep_the_old_graph(tmp_path):
    save(tmp_path, WORLD)
    with child(STOPPING_BUILD, tmp_path, "sync") as process:
        assert process.stdout.readline().strip() == b"ready"
        words = "another build is writing to this graph; wait"
        with pytest.raises(BusyError, match=words) as caught, locked(tmp_path):
            pytest.fail("two builds at once")
        assert str(tmp_path) in str(caught.value)
        with open_graph(tmp_path) as kg:
            assert tuple(kg.links()) == LINKS
            process.communicate()
            assert process.returncode == 0
            assert tuple(kg.links()) == LINKS  # opened before the new one was put in its place
    with open_graph(tmp_path) as kg, locked(tmp_path):
        assert len(kg.labels()) == 300


def test_one_process_holds_a_graph_once(tmp_path):
    folder = tmp_path / "made" / "on the way"
    with locked(folder), pytest.raises(BusyError), locked(folder):
        pytest.fail("two builds at once")
    with locked(folder):
        pass


# --- a build that fails ---------------------------------------------------------------------------------


def no_space(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def not_to_open(*_, **__):
    raise sqlite3.OperationalError("unable to open database file")


@pytest.mark.parametrize(
    ("where", "what", "error"),
    [
        ("os.fsync", no_space, OSError),
        ("pathlib.Path.replace", no_space, OSError),
        ("sqlite3.connect", not_to_open, sqlite3.Error),
    ],
)
def test_a_build_that_cannot_write_leaves_the_old_graph(tmp_path, monkeypatch, where, what, error):
    save(tmp_path, WORLD)
    before = (tmp_path / FILE).read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(where, what)
        with pytest.raises(error):
            save(tmp_path, many(30))
    assert (tmp_path / FILE).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


FULL_DISK = """
import resource, sqlite3, sys
from pathlib import Path
from paperkg.graph import save
from tests.graph.example import many
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))  # as if the disk ended there
try:
    save(Path(sys.argv[1]), many(300))
except (OSError, sqlite3.Error) as error:
    print("failed:", error)
"""


def test_a_full_disk_leaves_the_old_graph(tmp_path):
    pytest.importorskip("resource")
    save(tmp_path, WORLD)
    before = (tmp_path / FILE).read_bytes()
    with child(FULL_DISK, tmp_path) as process:
        said, _ = process.communicate()
    assert process.returncode == 0
    assert said.startswith(b"failed:")
    assert (tmp_path / FILE).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_keeps_its_graph(tmp_path):
    save(tmp_path, WORLD)
    before = (tmp_path / FILE).read_bytes()
    tmp_path.chmod(0o555)
    try:
        with pytest.raises((OSError, sqlite3.Error)):
            save(tmp_path, many(30))
        with open_graph(tmp_path) as kg:
            assert tuple(kg.links()) == LINKS
    finally:
        tmp_path.chmod(0o755)
    assert (tmp_path / FILE).read_bytes() == before


# --- what an earlier build knows ------------------------------------------------------------------------


def test_extractions_are_known_by_their_papers_content_and_their_extractor(tmp_path):
    assert list(known_extractions(tmp_path / "no such folder", "by hand 1")) == []
    assert list(known_extractions(tmp_path, "by hand 1")) == []
    save(tmp_path, WORLD)
    assert list(known_extractions(tmp_path, "by hand 2")) == []
    known = {key: load_extraction(text) for key, text in known_extractions(tmp_path, "by hand 1")}
    assert known == {content_hash(entry.paper): entry.extraction for entry in ENTRIES}


def test_the_content_is_what_is_extracted_from():
    paper = PAPERS[1]
    assert content_hash(replace(paper, id="other", year=None, venue="elsewhere")) == content_hash(paper)
    assert content_hash(replace(paper, abstract=f"{paper.abstract} ")) != content_hash(paper)
    assert content_hash(replace(paper, keywords=("mazes",))) != content_hash(paper)
    assert content_hash(Paper("", "A\nb", "c")) != content_hash(Paper("", "A", "b\nc"))


def foreign_database(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE notes (text)")
        connection.execute("INSERT INTO notes VALUES ('years of work')")
        connection.commit()


def other_format(path):
    save(path.parent, WORLD)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE meta SET value = '0' WHERE key = 'format'")
        connection.commit()


def undecodable_extraction(path):
    save(path.parent, WORLD)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE papers SET extraction = '{\"mentions\": [[0,' WHERE position = 0")
        connection.commit()


def empty_file(path):
    path.write_bytes(b"")


def other_file(path):
    path.write_bytes(b"someone else's notes\n" * 500)


def cut_short(path):
    save(path.parent, WORLD)
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    "put", [foreign_database, other_format, cut_short, undecodable_extraction, empty_file, other_file]
)
def test_what_a_build_would_write_over_is_refused_and_kept(tmp_path, put):
    put(tmp_path / FILE)
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(GraphError, match="move it away"):
        list(known_extractions(tmp_path, "by hand 1"))
    assert (tmp_path / FILE).read_bytes() == before


def test_no_id_holds_a_nul():
    """SQLite's JSON, by which lists of ids are asked for, would end it there."""
    with pytest.raises(ValueError, match=r"holds a NUL: 'a\\x00b'; give it one without"):
        Paper("a\0b", "On X", "We study X.")
    assert Paper("a", "a\0b", "We study X.").title == "a\0b"
