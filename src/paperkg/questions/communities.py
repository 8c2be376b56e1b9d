"""Communities: which nodes of a weighted graph belong together, and what is most their own.

Louvain's method (Blondel et al., 2008) as NetworkX has it. Nodes are numbers here: sets of numbers have one
order in every process, whatever the hash seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Edge = tuple[int, int, float]

RESOLUTION = 1.3  # a little above 1: islands that one can name rather than continents
SEED = 7


def find_communities(nodes: int, edges: Sequence[Edge]) -> list[tuple[int, ...]]:
    """Split the nodes into communities, the largest first.

    Args:
        nodes: How many there are; they are numbered from 0.
        edges: Pairs of nodes with a weight above 0; another order may give other communities.

    >>> find_communities(5, [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 1.0), (3, 4, 1.0)])
    [(0, 1, 2), (3, 4)]
    """
    if not edges:
        return [(node,) for node in range(nodes)]
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_weighted_edges_from(edges)
    found = nx.community.louvain_communities(graph, weight="weight", resolution=RESOLUTION, seed=SEED)
    return sorted((tuple(sorted(members)) for members in found), key=lambda members: (-len(members), members))


def most_telling(within: Mapping[int, int], everywhere: Mapping[int, int]) -> list[int]:
    """Rank concepts by how much they are a community's own: many of its papers have them, few others.

    Args:
        within: How many papers of the community have each of its concepts.
        everywhere: How many papers have it at all.

    >>> most_telling({1: 4, 2: 4, 3: 1}, {1: 5, 2: 20, 3: 1})
    [1, 3, 2]
    """
    return sorted(within, key=lambda node: (-(within[node] ** 2) / everywhere[node], node))
