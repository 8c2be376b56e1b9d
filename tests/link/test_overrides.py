"""Reading the override file, and what it says where it cannot."""

import re
from dataclasses import replace

import pytest

from paperkg.link import OverridesError, read_overrides
from paperkg.model import Kind
from tests.link.examples import names, paper


@pytest.fixture
def read(tmp_path):
    def read(text):
        path = tmp_path / "names.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_overrides(path)

    return read


def test_every_table(read):
    got = read(
        """
        [aliases]
        "GSM8K" = ["Grade School Math", "gsm-8k test"]
        [rename]
        "Large Language Models" = "LLM"
        [kinds]
        "AndroidWorld" = "benchmark"
        [never]
        merge = [["EAGLE", "EAGLE-3"], ["EAGLE", "Eagle 2"]]
        ignore = ["State of the Art"]
        """
    )
    assert got.aliases == {"grade school math": "gsm8k", "gsm8k test": "gsm8k"}
    assert got.names == {"gsm8k": "GSM8K", "large language model": "LLM"}
    assert got.kinds == {"androidworld": Kind.BENCHMARK}
    assert got.kept_from("eagle") == {"eagle3", "eagle2"}
    assert got.kept_from("eagle3") == {"eagle"}
    assert got.kept_from("other") == frozenset()
    assert got.ignored == {"state of the art"}


def test_an_empty_file_settles_nothing(read):
    got = read("")
    assert (got.aliases, got.names, got.kinds, got.apart, got.ignored) == ({}, {}, {}, {}, frozenset())


def test_a_byte_order_mark(read):
    assert read(b'\xef\xbb\xbf[rename]\n"a" = "B"').names == {"a": "B"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[aliases", "names.toml: not a TOML file ("),
        (b"\xff\xfe", "names.toml: not a TOML file ("),
        ("[alias]\n", "names.toml: unknown entry 'alias'; the tables are aliases, rename, kinds, never"),
        ("aliases = 3", "names.toml: aliases is a table; write [aliases] and its entries below"),
        ("x = " + "[" * 5000, "names.toml: not a TOML file"),
        ("[kinds]\nx = " + "9" * 5000, "names.toml: not a TOML file"),
        ("[never]\njoin = []", "names.toml: unknown entry 'join' in [never]; it takes merge and ignore"),
        ('[aliases]\n"A" = "B"', "names.toml, aliases, 'A': 'B' is not a list"),
        ('[aliases]\n"A" = [1]', "names.toml, aliases, 'A': 1 is not a name"),
        ('[aliases]\n"A" = [" "]', "names.toml, aliases, 'A': ' ' is not a name"),
        (
            '[aliases]\n"A" = ["C"]\n"B" = ["c"]',
            "names.toml, aliases: 'c' stands for two names; leave it with one",
        ),
        ('[rename]\n"A" = 1', "names.toml, rename: 1 is not a name"),
        ('[rename]\n"A" = ""', "names.toml, rename: '' is not a name"),
        (
            '[kinds]\n"A" = "bench"',
            "names.toml, kinds: 'bench' is none of benchmark, dataset, model, technique, ",
        ),
        ('[kinds]\n"A" = 1', "names.toml, kinds: 1 is none of benchmark"),
        ('[never]\nmerge = "A"', "names.toml, never, merge: 'A' is not a list"),
        ('[never]\nmerge = ["A"]', "names.toml, never, merge: 'A' is not a list"),
        ('[never]\nmerge = [["A"]]', "names.toml, never, merge: each entry is a pair of names, ['A'] is not"),
        ('[never]\nmerge = [["A", 1]]', "names.toml, never, merge: 1 is not a name"),
        (
            '[never]\nmerge = [["MMLU", "mmlu"]]',
            "names.toml, never, merge: 'MMLU' and 'mmlu' are spellings of one name",
        ),
        ('[never]\nignore = "A"', "names.toml, never, ignore: 'A' is not a list"),
        (
            '[aliases]\n"Zebra" = ["Quagga"]\n[never]\nmerge = [["zebra", "quagga"]]',
            "names.toml: [aliases] joins 'Zebra' and 'Quagga', and [never] merge keeps them apart; leave one",
        ),
        (
            '[aliases]\n"Zebra" = ["Quagga"]\n"Quagga" = ["zebra"]',
            "names.toml, aliases: 'Zebra' stands for 'Quagga', and 'Quagga' for 'Zebra'; leave one",
        ),
        (
            '[rename]\n"Zebra" = "Z"\n"zebra" = "Y"',
            "names.toml, rename: 'Zebra' and 'zebra' are spellings of one name; leave one of them",
        ),
        (
            '[kinds]\n"Zebra" = "model"\n"zebra" = "task"',
            "names.toml, kinds: 'Zebra' and 'zebra' are spellings of one name; leave one of them",
        ),
        (
            '[kinds]\n"Zebra" = "model"\n[never]\nignore = ["zebra"]',
            "names.toml: [kinds] speaks of 'Zebra', and [never] ignore leaves it out; leave one of them",
        ),
    ],
)
def test_what_is_wrong_and_where(read, text, message):
    with pytest.raises(OverridesError, match=re.escape(message)):
        read(text)


def test_what_is_said_twice_is_said(read):
    got = read('[kinds]\n"Zebra" = "model"\n"zebra" = "model"\n[rename]\n"Zebra" = "Z"\n"zebra" = "Z"')
    assert (got.kinds, got.names) == ({"zebra": Kind.MODEL}, {"zebra": "Z"})


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(OverridesError, match=r"none\.toml: cannot be read \(No such file"):
        read_overrides(tmp_path / "none.toml")


def test_a_folder(tmp_path):
    with pytest.raises(OverridesError, match="cannot be read"):
        read_overrides(tmp_path)


def test_a_short_form_that_ends_in_s_is_named_as_texts_print_it(read):
    frames = [paper("a", "It runs at 30 QHS", ("QHS", Kind.METRIC))]
    assert names(frames) == ["QHS"]
    assert names(frames, read('[never]\nignore = ["QHS"]')) == []


def test_what_the_user_keeps_apart_stays_apart_in_one_paper_too(read):
    """Else what the paper calls by two names is one."""
    made, found = paper(
        "a",
        "Oxbow hint planning differs from oxbow planning",
        ("Oxbow hint planning", Kind.TASK),
        ("oxbow planning", Kind.TASK),
    )
    both = [(made, replace(found, chains=(0, 0)))]
    assert names(both) == ["oxbow planning"]
    apart = read('[never]\nmerge = [["oxbow hint planning", "oxbow planning"]]')
    assert names(both, apart) == ["oxbow hint planning", "oxbow planning"]
