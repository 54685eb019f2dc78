# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""The machine, as it is. `run` says after how many cycles a program halts, and what memory holds."""

import re

LANES = 8
SCALARS = 16
VECTORS = 20
WORDS = 1 << 14
LINES = 160
CYCLES = 200_000
SLOTS = {"alu": 2, "mul": 1, "load": 1, "store": 1, "vector": 2, "jump": 1}
LATENCY = {
    "alu": 1,
    "mul": 2,
    "load": 3,
    "vector": 1,
    "vmul": 4,
}
DELAY = 1
MASK = (1 << 32) - 1

TWO = {
    "add": lambda a, b: (a + b) & MASK,
    "sub": lambda a, b: (a - b) & MASK,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: (a << (b & 31)) & MASK,
    "shr": lambda a, b: a >> (b & 31),
    "lt": lambda a, b: int(a < b),
    "eq": lambda a, b: int(a == b),
    "min": min,
    "max": max,
    "mul": lambda a, b: (a * b) & MASK,
}

# name: unit, latency, operands. s: scalar register, n: number, x: either; v: vector register,
# y: vector register, or scalar register or number for all lanes; i: number of a lane; l: label.
# The first is where a result goes, but for stores and jumps.
FORMS = {name: ("alu", "alu", "sxx") for name in TWO if name != "mul"}
FORMS |= {f"v{name}": ("vector", "vector", "vyy") for name in TWO if name != "mul"}
FORMS |= {
    "set": ("alu", "alu", "sx"),
    "mul": ("mul", "mul", "sxx"),
    "vset": ("vector", "vector", "vy"),
    "vmul": ("vector", "vmul", "vyy"),
    "vsel": ("vector", "vector", "vvyy"),
    "vrot": ("vector", "vector", "vvi"),
    "vext": ("vector", "vector", "vvvi"),
    "vin": ("vector", "vector", "vvxi"),
    "vout": ("vector", "vector", "svi"),
    "vsum": ("vector", "vmul", "sv"),
    "vtop": ("vector", "vmul", "sv"),
    "ld": ("load", "load", "sxn"),
    "vld": ("load", "load", "vxn"),
    "vget": ("load", "load", "vvn"),
    "st": ("store", None, "xxn"),
    "vst": ("store", None, "vxn"),
    "vput": ("store", None, "vvn"),
    "jmp": ("jump", None, "l"),
    "jnz": ("jump", None, "sl"),
    "jz": ("jump", None, "sl"),
    "halt": ("jump", None, ""),
}


class Fault(Exception):
    """What a program may not do."""


def run(lines, memory, most=CYCLES):
    """(cycles, memory afterwards). Fault if the program does what it may not."""
    bundles, labels = read(lines)
    memory = [*memory, *[0] * (WORDS - len(memory))]
    registers = {f"s{i}": 0 for i in range(SCALARS)}
    registers |= {f"v{i}": (0,) * LANES for i in range(VECTORS)}
    due, jumps = {}, {}
    place = moment = stalls = 0
    while True:
        for register, value in due.pop(moment, {}).items():
            registers[register] = value
        if not 0 <= place < len(bundles):
            raise Fault("runs past the last line")
        if moment + stalls >= most:
            raise Fault(f"takes more than {most} cycles")
        stores, halted = [], False
        for name, operands in bundles[place]:
            unit, latency, form = FORMS[name]
            if unit == "jump":
                halted |= name == "halt"
                at = operands[-1] if operands else None
                if name == "jmp" or (
                    name != "halt" and (registers[operands[0]] != 0) == (name == "jnz")
                ):
                    if jumps:
                        raise Fault(f"line {place + 1}: a jump while another is under way")
                    jumps[moment + DELAY] = labels[at]
                continue
            first = 0 if unit == "store" else 1
            values = [
                registers[it] if kind in "sv" or isinstance(it, str) else it
                for it, kind in zip(operands[first:], form[first:])
            ]
            if unit == "store":
                stores.append((name, values))
                continue
            if unit == "load":
                value, stalled = loaded(name, values, memory, place)
                stalls += stalled
            else:
                value = result(name, values, form)
            arriving = due.setdefault(moment + LATENCY[latency], {})
            if operands[0] in arriving:
                raise Fault(f"line {place + 1}: two results reach {operands[0]} in one cycle")
            arriving[operands[0]] = value
        for name, values in stores:
            stalls += stored(name, values, memory, place)
        if halted:
            return moment + stalls + 1, memory
        place = jumps.pop(moment, place + 1)
        moment += 1


def result(name, values, form):
    """Of what is no load."""
    if name in TWO:
        return TWO[name](*values)
    if name == "set":
        return values[0]
    if name == "vout":
        return values[0][values[1]]
    if name == "vsum":
        return sum(values[0]) & MASK
    if name == "vtop":
        return max(values[0])
    if name == "vrot":
        return tuple(values[0][(lane + values[1]) % LANES] for lane in range(LANES))
    if name == "vext":
        return (*values[0], *values[1])[values[2] : values[2] + LANES]
    if name == "vin":
        return (*values[0][: values[2]], values[1], *values[0][values[2] + 1 :])
    wide = [it if isinstance(it, tuple) else (it,) * LANES for it in values]
    if name == "vset":
        return wide[0]
    if name == "vsel":
        return tuple(a if yes else b for yes, a, b in zip(*wide))
    return tuple(TWO[name[1:]](a, b) for a, b in zip(*wide))


def loaded(name, values, memory, place):
    """(value, cycles for which all stands still)."""
    if name == "ld":
        return memory[words([values[0] + values[1]], place)[0]], 0
    if name == "vld":
        return tuple(memory[at] for at in words(aligned(*values, place), place)), 0
    at = words([lane + values[1] for lane in values[0]], place)
    return tuple(memory[each] for each in at), conflicts(at)


def stored(name, values, memory, place):
    """Cycles for which all stands still. Of lanes that store to one word the last counts."""
    if name == "st":
        at, put = [values[1] + values[2]], [values[0]]
    elif name == "vst":
        at, put = aligned(values[1], values[2], place), values[0]
    else:
        at, put = [lane + values[2] for lane in values[1]], values[0]
    for each, value in zip(words(at, place), put):
        memory[each] = value
    return conflicts(at) if name == "vput" else 0


def aligned(base, offset, place):
    if (base + offset) % LANES:
        raise Fault(f"line {place + 1}: {base + offset} is no multiple of {LANES}")
    return range(base + offset, base + offset + LANES)


def words(addresses, place):
    for each in addresses:
        if not 0 <= each < WORDS:
            raise Fault(f"line {place + 1}: there is no word {each}")
    return addresses


def conflicts(addresses):
    """The bank of a word is its address modulo LANES; a bank gives or takes one word a cycle."""
    banks = [0] * LANES
    for each in {*addresses}:
        banks[each % LANES] += 1
    return max(banks) - 1


def read(lines):
    """(bundles of (name, operands), lines by label). Fault if it is no program."""
    bundles, labels = [], {}
    for text in lines:
        label = re.fullmatch(r"\s*(\w+):(.*)", text)
        if label and label[1] in labels:
            raise Fault(f"line {len(bundles) + 1}: {label[1]} is a label already")
        if label:
            labels[label[1]] = len(bundles)
            text = label[2]
        bundle = [
            instruction(each.split(), len(bundles)) for each in text.split(";") if each.strip()
        ]
        for unit, most in SLOTS.items():
            if sum(FORMS[name][0] == unit for name, _ in bundle) > most:
                raise Fault(f"line {len(bundles) + 1}: more than {most} of unit {unit}")
        bundles.append(bundle)
    if len(bundles) > LINES:
        raise Fault(f"{len(bundles)} lines are more than {LINES}")
    for number, bundle in enumerate(bundles):
        for name, operands in bundle:
            if name in ("jmp", "jnz", "jz") and operands[-1] not in labels:
                raise Fault(f"line {number + 1}: no label {operands[-1]}")
    return bundles, labels


def instruction(parts, place):
    name, operands = parts[0], parts[1:]
    if name not in FORMS or len(operands) != len(FORMS[name][2]):
        raise Fault(f"line {place + 1}: {' '.join(parts)}")
    return name, [operand(*pair, place) for pair in zip(operands, FORMS[name][2])]


def operand(text, kind, place):
    if kind == "l":
        return text
    vector = re.fullmatch(r"v([0-9]{1,2})", text)
    scalar = re.fullmatch(r"s([0-9]{1,2})", text)
    if scalar and kind in "sxy" and int(scalar[1]) < SCALARS:
        return f"s{int(scalar[1])}"
    if vector and kind in "vy" and int(vector[1]) < VECTORS:
        return f"v{int(vector[1])}"
    most = {"n": MASK, "x": MASK, "y": MASK, "i": LANES - 1}.get(kind, -1)
    if re.fullmatch(r"[0-9]{1,10}", text) and int(text) <= most:
        return int(text)
    raise Fault(f"line {place + 1}: {text}")
