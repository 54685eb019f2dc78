# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""What the programs are given, and what they should leave."""

import random

N = 512
WEIGHT = 77
FACTOR = 2246822519
SHIFT = 13
STRINGS = 32
A, B, OUT = 1024, 4096, 8192
MASK = (1 << 32) - 1


def blend(draw):
    a, b = words(draw, N, 1 << 16), words(draw, N, 1 << 16)
    return {A: a, B: b}, [(x * WEIGHT + y * (256 - WEIGHT)) >> 8 for x, y in zip(a, b)]


def mix(draw):
    a = words(draw, N)
    mixed = []
    for x in a:
        for number in range(1, 5):
            x = ((x ^ (x >> SHIFT)) * FACTOR + number) & MASK
        mixed.append(x)
    return {A: a}, mixed


def pack(draw):
    limit = 1 << 31
    a = words(draw, N)
    a = [x | limit if draw.random() < draw.choice([0.1, 0.5]) else x & (limit - 1) for x in a]
    kept = [x for x in a if x >= limit]
    return {A: a}, [len(kept), *kept]


def product(draw):
    a, b = words(draw, 256), words(draw, 256)
    rows, columns = [a[i : i + 16] for i in range(0, 256, 16)], [b[i::16] for i in range(16)]
    return {A: a, B: b}, [
        sum(x * y for x, y in zip(row, column)) & MASK for row in rows for column in columns
    ]


def walk(draw):
    table = words(draw, 128, 16)
    strings = [words(draw, 40, 8) for _ in range(STRINGS)]
    ends = []
    for string in strings:
        state = 0
        for symbol in string:
            state = table[state * 8 + symbol]
        ends.append(state)
    return {A: table, B: [symbol for string in strings for symbol in string]}, ends


def sort(draw):
    a = words(draw, 512, draw.choice([1 << 32, 10]))
    return {A: a}, [x for i in range(0, 512, 8) for x in sorted(a[i : i + 8])]


def words(draw, count, below=1 << 32):
    return [draw.randrange(below) for _ in range(count)]


LEVELS = [[blend, mix, pack], [sort], [product], [walk]]
TASKS = {task.__name__: task for tasks in LEVELS[:2] for task in tasks}


def case(task, seed):
    """(memory, the words due from OUT on)."""
    given, due = TASKS[task](random.Random(f"{task}:{seed}"))
    memory = [0] * (B + 2048)
    for start, values in given.items():
        memory[start : start + len(values)] = values
    return memory, due
