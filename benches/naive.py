"""A plain replay in Python, to compare speed and scores with: python3 benches/naive.py < games.txt

It takes legal records with white space between the tokens.
"""

import sys

LINES = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG"]


def collapse(marks, board, mark, cell):
    """Puts a mark into a cell, and every mark that shares the cell into its other one."""
    board[cell] = mark
    for other, cells in marks.items():
        if cell in cells and other not in board.values():
            a, b = cells
            collapse(marks, board, other, b if cell == a else a)


def closes_cycle(marks, pair):
    """Tells whether the cells are connected: from the first, walk along all marks."""
    seen, todo = set(), [pair[0]]
    while todo:
        cell = todo.pop()
        seen.add(cell)
        for a, b in marks.values():
            if cell in (a, b):
                todo += [c for c in (a, b) if c not in seen]
    return pair[1] in seen


def score(record):
    board, marks, moves, outcomes = {}, {}, 0, []
    for token in record.split():
        if len(token) == 2:
            moves += 1
            if closes_cycle(marks, token):
                for cell in token:
                    outcomes.append(dict(board))
                    collapse({**marks, moves: token}, outcomes[-1], moves, cell)
            marks[moves] = token
        else:
            one, other = outcomes
            cell = min((c for c in one if one[c] != other[c]), default=None)
            board = one if cell is None or one[cell] == int(token) else other
            marks = {mark: cells for mark, cells in marks.items() if mark not in board.values()}
            outcomes = []
    lines = {0: [], 1: []}
    for line in LINES:
        numbers = [board.get(cell, 0) for cell in line]
        for player in lines:
            if all(n and n % 2 == player for n in numbers):
                lines[player].append(max(numbers))
    x, o = lines[1], lines[0]
    if x and o:
        return "1 0.5" if min(x) < min(o) else "0.5 1"
    return f"{len(x)} {len(o)}"


for line in sys.stdin:
    print(score(line))
