"""Versions, sizes and variants."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.link import link
from paperkg.link.families import ancestors
from paperkg.link.normal import normal_form
from tests.link.examples import BENCH, MODEL, TASK, paper


def families(*named):
    linked = link([paper(str(i), words, (words, kind)) for i, (words, kind) in enumerate(named)])
    names = {concept.id: concept.name for concept in linked.concepts}
    return {(names[family.member], names[family.family]) for family in linked.families}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("LLaMA-3.1-8B-Instruct", ["llama3.1 8b", "llama3.1", "llama"]),
        ("ZorvNet-v2", ["zorvnet"]),
        ("Mixtral-8x7B", ["mixtral"]),
        ("YOLOv8", ["yolov", "yolo"]),
        ("RWKV-4", ["rwkv", "rwk"]),
        ("GPT-4V", ["gpt4", "gpt"]),
        ("Zorvex", []),
        ("GPT-4o", []),
        ("3.1", []),
    ],
)
def test_ancestors(name, expected):
    assert ancestors(normal_form(name)) == expected


def test_a_size_belongs_to_its_version():
    assert families(("Zorv-3.1-8B", MODEL), ("Zorv 3.1", MODEL), ("Zorv", MODEL)) == {
        ("Zorv-3.1-8B", "Zorv 3.1"),
        ("Zorv 3.1", "Zorv"),
    }


def test_llama():
    got = families(("LLaMA-3.1-8B", MODEL), ("Llama 3.1", MODEL))
    assert len(got) == 1
    [(member, family)] = got
    assert "8B" in member
    assert "8B" not in family


def test_mmlu_and_mmlu_pro_stay_two_and_are_tied():
    assert families(("MMLU-Pro", BENCH), ("MMLU", BENCH)) == {("MMLU-Pro", "MMLU")}


def test_without_the_family_there_is_no_tie():
    assert families(("Zorv-3.1-8B", MODEL), ("Kora", MODEL)) == set()


def test_kinds_do_not_mix():
    assert families(("Zorv-2", BENCH), ("Zorv", MODEL)) == set()


def test_tasks_have_no_versions():
    assert families(("zorving 2", TASK), ("zorving", TASK)) == set()


@given(st.text(st.sampled_from("a1. b-xv3"), max_size=130))
def test_ancestors_get_shorter_and_end(name):
    chain = [normal_form(name), *ancestors(normal_form(name))]
    assert all(len(one) > len(other) >= 2 for one, other in pairwise(chain))
