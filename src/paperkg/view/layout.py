"""Places for the nodes of a page, the same ones every time.

Communities first, then places inside them: on graphs of papers and concepts the usual force layouts give
one ball in which topics are mixed. Each community is settled by itself with the forces of Fruchterman and
Reingold (1991), and the discs that come of it are packed so that those that share much lie close.

Nodes are numbers here: sets of numbers have one order in every process, whatever the hash seed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperkg.questions.communities import Edge, find_communities

Floats = NDArray[np.float64]

SPACING = 62.0
GAP = 28.0
LABEL_WIDTH, LABEL_HEIGHT = 62.0, 30.0  # room that a label takes at its node, more or less
MOST_PACKED = 150  # more discs than these go to the rim: packing takes the cube of their number
WIDER = 1.35  # screens are wider than high
GOLDEN = math.pi * (3 - math.sqrt(5))


@dataclass(frozen=True, slots=True)
class Cluster:
    """A community as a disc.

    Attributes:
        x: Its middle.
        y: Its middle.
        radius: All its nodes are within.
        members: Numbers of its nodes, sorted.
    """

    x: float
    y: float
    radius: float
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A place for every node, and the communities, largest first."""

    positions: tuple[tuple[float, float], ...]
    clusters: tuple[Cluster, ...]


def arrange(sizes: Sequence[float], edges: Sequence[Edge]) -> Layout:
    """Give every node a place.

    Args:
        sizes: Each node's radius.
        edges: Pairs of node numbers with a weight above 0.

    Returns:
        Places and communities, rounded to a tenth: beyond that machines may differ.
    """
    if not sizes:
        return Layout((), ())
    edges = sorted(edges)
    communities = find_communities(len(sizes), edges)
    home = {node: index for index, members in enumerate(communities) for node in members}
    inner: list[list[Edge]] = [[] for _ in communities]
    outer: list[list[Edge]] = [[] for _ in communities]  # from a member to a node elsewhere
    for a, b, weight in edges:
        if home[a] == home[b]:
            inner[home[a]].append((a, b, weight))
        else:
            outer[home[a]].append((a, b, weight))
            outer[home[b]].append((b, a, weight))
    boxes = np.array([(size + LABEL_WIDTH / 2, size + LABEL_HEIGHT / 2) for size in sizes])
    discs = [
        _settle(members, own, boxes[[*members]]) for members, own in zip(communities, inner, strict=True)
    ]
    radii = np.array([_radius(points) for points in discs])
    middles = _pack(radii, _ties(outer, home))
    places = np.zeros((len(sizes), 2))
    for members, points, middle in zip(communities, discs, middles, strict=True):
        places[[*members]] = points + middle
    for members, middle, ties in zip(communities, middles, outer, strict=True):
        turned = _turned(members, middle, ties, places)
        places[[*members]] = _part(turned, boxes[[*members]]) + middle
    return Layout(
        tuple((round(float(x), 1), round(float(y), 1)) for x, y in places),
        tuple(
            Cluster(round(float(x), 1), round(float(y), 1), round(float(radius), 1), members)
            for (x, y), radius, members in zip(middles, radii, communities, strict=True)
        ),
    )


def _settle(members: tuple[int, ...], edges: Sequence[Edge], boxes: Floats) -> Floats:
    """Lay out one community around the origin: those with the most ties in the middle, no two on one spot."""
    count = len(members)
    if count == 1:
        return np.zeros((1, 2))
    place = {node: index for index, node in enumerate(members)}
    source = np.array([place[a] for a, _, _ in edges], dtype=int)
    target = np.array([place[b] for _, b, _ in edges], dtype=int)
    weight = np.array([w for _, _, w in edges])
    pull = np.sqrt(weight / weight.max()) if len(edges) else weight
    strength = np.bincount(source, weight, count) + np.bincount(target, weight, count)
    rank = np.empty(count, dtype=int)
    rank[np.lexsort((np.arange(count), -strength))] = np.arange(count)
    reach = SPACING * 0.6 * np.sqrt(rank)
    points = np.stack([reach * np.cos(rank * GOLDEN), reach * np.sin(rank * GOLDEN)], axis=1)
    steps = 120 if count <= 250 else max(24, 120 * 250**2 // count**2)
    for step in range(steps):
        points = points + _force(points, source, target, pull, SPACING * 2 * (1 - step / steps) + 1)
    return _centred(_part(_centred(points), boxes))


def _force(
    points: Floats, source: NDArray[np.int_], target: NDArray[np.int_], pull: Floats, limit: float
) -> Floats:
    apart = points[:, None, :] - points[None, :, :]
    squared = np.maximum((apart**2).sum(axis=2), 1.0)
    move = (apart * (SPACING**2 / squared)[:, :, None]).sum(axis=1)
    along = points[target] - points[source]
    draw = along * (pull * np.sqrt((along**2).sum(axis=1)) / SPACING)[:, None]
    np.add.at(move, source, draw)
    np.subtract.at(move, target, draw)
    move -= points * 0.4  # keeps loose parts near
    length = np.maximum(np.sqrt((move**2).sum(axis=1)), 1e-9)
    return np.asarray(move * (np.minimum(length, limit) / length)[:, None])


def _part(points: Floats, boxes: Floats, rounds: int = 60) -> Floats:
    """Push boxes apart until none lie on one another, or the rounds are over."""
    points = points.copy()
    order = np.sign(np.arange(len(points))[:, None] - np.arange(len(points))[None, :])
    for _ in range(rounds):
        apart = points[:, None, :] - points[None, :, :]
        over = boxes[:, None, :] + boxes[None, :, :] - np.abs(apart)
        hit = (over > 0).all(axis=2) & (order != 0)
        if not hit.any():
            break
        way = np.where(apart == 0, order[:, :, None], np.sign(apart))
        sideways = over[:, :, 0] < over[:, :, 1]
        points[:, 0] += np.where(hit & sideways, way[:, :, 0] * over[:, :, 0], 0).sum(axis=1) * 0.3
        points[:, 1] += np.where(hit & ~sideways, way[:, :, 1] * over[:, :, 1], 0).sum(axis=1) * 0.3
    return points


def _centred(points: Floats) -> Floats:
    return np.asarray(points - (points.min(axis=0) + points.max(axis=0)) / 2)


def _radius(points: Floats) -> float:
    return float(np.sqrt((points**2).sum(axis=1)).max()) + GAP


def _ties(outer: Sequence[Sequence[Edge]], home: dict[int, int]) -> Floats:
    ties = np.zeros((len(outer), len(outer)))
    for index, edges in enumerate(outer):
        for _, other, weight in edges:
            ties[index, home[other]] += weight
    return ties


def _pack(radii: Floats, ties: Floats) -> Floats:
    """Put discs side by side, each where its ties are shortest; those that are too many on rings around."""
    middles = np.zeros((len(radii), 2))
    packed = min(len(radii), MOST_PACKED)
    for index in range(1, packed):
        middles[index] = _free_place(index, radii, middles, ties)
    ring, angle, depth = float((np.hypot(*middles[:packed].T) + radii[:packed]).max()), math.tau, 0.0
    for index in range(packed, len(radii)):
        radius = float(radii[index])
        if angle + 2 * radius / ring > math.tau:
            ring, angle, depth = ring + depth + radius, 0.0, radius
        middles[index] = (ring * math.cos(angle), ring * math.sin(angle))
        angle += 2.2 * radius / ring
        depth = max(depth, radius)
    return middles


def _free_place(index: int, radii: Floats, middles: Floats, ties: Floats) -> Floats:
    """Find the best place that touches one of the discs before it and lies on none."""
    reach = radii[:index] + radii[index]
    angles = np.arange(36) * (math.tau / 36)
    across = middles[:index, 0, None] + reach[:, None] * np.cos(angles)
    down = middles[:index, 1, None] + reach[:, None] * np.sin(angles)
    spots = np.stack([across.ravel(), down.ravel()], axis=1)
    apart = np.sqrt(((spots[:, None, :] - middles[None, :index, :]) ** 2).sum(axis=2))
    free = (apart > reach * (1 - 1e-6)).all(axis=1)
    tied = ties[index, :index]
    near = (apart * tied).sum(axis=1) / max(float(tied.sum()), 1e-9)
    cost = near + 1.2 * np.hypot(spots[:, 0] / WIDER, spots[:, 1])
    return np.asarray(spots[int(np.argmin(np.round(np.where(free, cost, np.inf), 6)))])


def _turned(members: tuple[int, ...], middle: Floats, ties: Sequence[Edge], places: Floats) -> Floats:
    """Turn a community around its middle so that its nodes look towards what they are tied to outside."""
    points: Floats = places[[*members]] - middle
    if len(members) == 1 or not ties:
        return points
    inside = places[[a for a, _, _ in ties]] - middle
    outside = places[[b for _, b, _ in ties]] - middle
    weight = np.array([w for _, _, w in ties]) / np.maximum(np.hypot(*outside.T), 1.0)
    # the angle at which the sum of weight * (inside turned . outside) is largest
    along = float((weight * (inside * outside).sum(axis=1)).sum())
    across = float((weight * (inside[:, 0] * outside[:, 1] - inside[:, 1] * outside[:, 0])).sum())
    angle = math.atan2(across, along)
    cos, sin = math.cos(angle), math.sin(angle)
    return np.stack(
        [points[:, 0] * cos - points[:, 1] * sin, points[:, 0] * sin + points[:, 1] * cos], axis=1
    )
