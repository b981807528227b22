"""Absorbing Markov chains: the expected number of visits to each state, with cycles solved exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from cairn_rules.cairn_rpg.estimates.estimate import Number
from cairn_rules.frozen_classes import frozen

Edges: TypeAlias = Sequence[tuple[int, Number]]
"""The successors of a state with their probabilities, which add up to 1; empty for an end."""


@frozen
class Visits:
    """The result of a chain."""

    expected: list[Number]
    """The expected number of visits, by state; for an end, its probability. 0 for states of a trap."""
    traps: list[tuple[int, Number]]
    """The groups of states that are never left, each as one of its states and the probability of getting there."""


def visits(edges: Sequence[Edges], zero: Number = 0.0) -> Visits:
    """Return the expected number of visits to each state of a chain that begins in state 0.

    `edges` are the successors of each state. `zero` is that of the numbers to compute with: `0.0`, or `Fraction(0)` for
    exact fractions.

    Example:
        >>> from fractions import Fraction
        >>> chain = [[(0, Fraction(1, 2)), (1, Fraction(1, 6)), (2, Fraction(1, 3))], [], []]
        >>> visits(chain, Fraction(0)).expected
        [Fraction(2, 1), Fraction(1, 3), Fraction(2, 3)]
    """
    inflow: list[Number] = [zero] * len(edges)
    inflow[0] = zero + 1
    traps: list[tuple[int, Number]] = []
    for group in _groups(edges):
        node, inside = group[0], frozenset(group)
        repeats = len(group) > 1 or any(after == node for after, _ in edges[node])
        if repeats and all(after in inside for each in group for after, _ in edges[each]):  # a trap
            traps.append((node, sum((inflow[each] for each in group), zero)))
            for each in group:
                inflow[each] = zero
            continue
        if repeats:
            _solve(group, edges, inflow, zero)
        for each in group:
            flow = inflow[each]
            for after, share in edges[each]:
                if after not in inside:
                    inflow[after] += flow * share
    return Visits(inflow, traps)


def _solve(group: Sequence[int], edges: Sequence[Edges], inflow: list[Number], zero: Number) -> None:
    """Replace the inflow of a group of states that lead to each other by their expected visits.

    States are eliminated one by one. Only positive numbers are added and divided, so that nothing cancels out.
    """
    inside = frozenset(group)
    rows: dict[int, dict[int, Number]] = {}
    entries: dict[int, set[int]] = {node: set() for node in group}
    leaves: dict[int, Number] = {}
    for node in group:
        row = rows[node] = {}
        leaves[node] = zero
        for after, share in edges[node]:
            if after in inside:
                row[after] = row.get(after, zero) + share
                entries[after].add(node)
            else:
                leaves[node] += share
    eliminated: list[tuple[int, Number, list[tuple[int, Number]]]] = []
    for node in reversed(group):
        row = rows.pop(node)
        row.pop(node, None)
        scale = sum(row.values(), leaves[node])
        column: list[tuple[int, Number]] = []
        for before in entries.pop(node):
            if before not in rows:
                continue
            through = rows[before].pop(node)
            column.append((before, through))
            leaves[before] += through * leaves[node] / scale
            for after, share in row.items():
                rows[before][after] = rows[before].get(after, zero) + through * share / scale
                entries[after].add(before)
        for after, share in row.items():
            inflow[after] += inflow[node] * share / scale
        eliminated.append((node, scale, column))
    for node, scale, column in reversed(eliminated):
        inflow[node] = sum((inflow[before] * share for before, share in column), inflow[node]) / scale


def _groups(edges: Sequence[Edges]) -> list[list[int]]:
    """Return the strongly connected components that state 0 reaches, sources first (Tarjan's algorithm)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[int] = []
    grouped: set[int] = set()
    groups: list[list[int]] = []
    path = [(0, iter(edges[0]))]
    number[0] = low[0] = 0
    waiting.append(0)
    while path:
        node, further = path[-1]
        for after, _ in further:
            if after not in number:
                number[after] = low[after] = len(number)
                waiting.append(after)
                path.append((after, iter(edges[after])))
                break
            if after not in grouped:
                low[node] = min(low[node], number[after])
        else:
            path.pop()
            if path:
                above = path[-1][0]
                low[above] = min(low[above], low[node])
            if low[node] == number[node]:
                group = [waiting.pop()]
                while group[-1] != node:
                    group.append(waiting.pop())
                grouped.update(group)
                groups.append(group)
    groups.reverse()
    return groups
