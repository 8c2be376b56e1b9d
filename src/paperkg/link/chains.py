"""Chains: names by which one paper calls one thing, as the extract stage's coreference has it.

A paper that writes "open-vocabulary 3D occupancy prediction" and "open-vocabulary occupancy prediction" means
one task, and counts with the name that more papers have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping

_FEW = 10  # papers; what more have is common


def joined_names(names: Iterable[str | None], chains: Iterable[int]) -> list[list[str]]:
    """Gather the different names of each thing that has several.

    Args:
        names: Of the mentions of a paper, in their order; None for one that is to be ignored.
        chains: The number of the chain that each mention belongs to.

    >>> joined_names(["a", "b", "a", None, "c", "d"], [0, 0, 1, 1, 1, 2])
    [['a', 'b', 'c']]
    """
    chains_of: defaultdict[str, set[int]] = defaultdict(set)
    names_of: defaultdict[int, set[str]] = defaultdict(set)
    for name, chain in zip(names, chains, strict=False):
        if name is not None:
            chains_of[name].add(chain)
            names_of[chain].add(name)
    if all(len(its) == 1 for its in names_of.values()):
        return []
    found: list[list[str]] = []
    seen: set[str] = set()
    for name in sorted(chains_of):
        group: set[str] = set()
        ahead = {name} - seen
        while ahead:
            group |= ahead
            ahead = {other for one in ahead for chain in chains_of[one] for other in names_of[chain]} - group
        seen |= group
        if len(group) > 1:
            found.append(sorted(group))
    return found


def stand_ins(
    names: Collection[str], papers: Mapping[str, int], is_proper: Callable[[str], bool]
) -> dict[str, str]:
    """Say which names of one thing give way to the proper name, or else the name, that most papers have.

    A phrase that no other paper has does, unless that one is common, for then it may be a sort of it
    ("Chinese LLM"); and so does one whose words that one holds ("language model" where "large language
    model" is meant).
    A proper name stands for itself, and nothing that other papers have stands for it.

    Args:
        names: The names of one thing in one paper.
        papers: How many papers have each.
        is_proper: Whether a name is one that somebody coined.

    >>> counts = {"language model": 9, "large language model": 30, "chat model": 1}
    >>> stand_ins(counts, counts, lambda name: False)
    {'language model': 'large language model'}
    >>> counts = {"policy gradient": 9, "FPO": 1, "flow policy": 1}
    >>> stand_ins(counts, counts, str.isupper)
    {'flow policy': 'FPO'}
    """
    order = sorted(names, key=lambda name: (-papers[name], len(name.split()), name))
    proper = list(filter(is_proper, order))
    chosen = (proper or order)[0]
    found = {}
    for name in sorted({*names} - {chosen, *proper}):
        is_own = papers[name] == 1 and papers[chosen] <= _FEW
        is_in_it = not proper and set(name.split()) < set(chosen.split())
        if is_own or is_in_it:
            found[name] = chosen
    return found
