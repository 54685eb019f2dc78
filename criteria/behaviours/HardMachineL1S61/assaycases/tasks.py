# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""What the programs are given, and what they should leave."""

import random

N = 512
WEIGHT = 53
FACTOR = 3266489917
SHIFT = 16
STRINGS = 32
A, B, OUT = 1024, 4096, 8192
MASK = (1 << 32) - 1


def blend(draw, number):
    a, b = (words(draw, N, 1 << 16, (0, 65535)) for _ in "ab")
    if number == 0:
        a, b = [65535] * N, [65535] * N
    return {A: a, B: b}, [(x * WEIGHT + y * (256 - WEIGHT)) >> 8 for x, y in zip(a, b)]


def mix(draw, number):
    a = words(draw, N, extremes=(0, MASK))
    mixed = []
    for x in a:
        for number in range(1, 5):
            x = ((x ^ (x >> SHIFT)) * FACTOR + number) & MASK
        mixed.append(x)
    return {A: a}, mixed


def pack(draw, number):
    """All kept, none, some, half, and runs of both."""
    limit = 1 << 31
    share = (1, 0, 0.1, 0.5, 0.5)[number]
    marks = [draw.random() < share for _ in range(N)]
    if number == 4:
        marks = [marks[i // 24] for i in range(N)]
    kept = words(draw, N, limit, (0, limit - 1))
    a = [x | limit if mark else x for x, mark in zip(kept, marks)]
    kept = [x for x in a if x >= limit]
    return {A: a}, [len(kept), *kept]


def sort(draw, number):
    """Words of all sizes, few different ones, and groups that fall, rise or are all equal."""
    a = words(draw, 512, 10 if number % 2 else 1 << 32, (0, MASK))
    for i in range(0, 512, 8):
        group = sorted(a[i : i + 8], reverse=i % 3 == 0)
        if number > 2:
            a[i : i + 8] = group if i % 5 else group[:1] * 8
    return {A: a}, [x for i in range(0, 512, 8) for x in sorted(a[i : i + 8])]


def product(draw, number):
    a, b = words(draw, 256), words(draw, 256)
    if number == 0:
        a, b = [MASK] * 256, [MASK] * 256
    rows, columns = [a[i : i + 16] for i in range(0, 256, 16)], [b[i::16] for i in range(16)]
    return {A: a, B: b}, [
        sum(x * y for x, y in zip(row, column)) & MASK for row in rows for column in columns
    ]


def walk(draw, number):
    table = words(draw, 128, 16)
    strings = [words(draw, 40, 8) for _ in range(STRINGS)]
    ends = []
    for string in strings:
        state = 0
        for symbol in string:
            state = table[state * 8 + symbol]
        ends.append(state)
    return {A: table, B: [symbol for string in strings for symbol in string]}, ends


def words(draw, count, below=1 << 32, extremes=()):
    """Drawn evenly, but about one in 16 is one of the extremes."""
    found = [draw.randrange(below) for _ in range(count)]
    return [draw.choice(extremes) if extremes and not draw.randrange(16) else x for x in found]


LEVELS = [[blend, mix, pack], [sort], [product], [walk]]
TASKS = {task.__name__: task for tasks in LEVELS[:1] for task in tasks}


def case(task, seed, number):
    """(memory, the words due from OUT on) of input `number`, 0 to 4."""
    given, due = TASKS[task](random.Random(f"{task}:{seed}:{number}"), number)
    memory = [0] * (B + 2048)
    for start, values in given.items():
        memory[start : start + len(values)] = values
    return memory, due
