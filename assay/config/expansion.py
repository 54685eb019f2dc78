"""A bound on what the aliases of a YAML text expand to.

Ten short lines of aliases to aliases can stand for billions of values. The text is measured before
anything is built from it.
"""

import yaml

MOST_NODES = 100_000
"""Values that a file may stand for. The largest file of criteria stands for some thousands."""


def require_bounded(root: yaml.Node | None) -> None:
    """MarkedYAMLError if the aliases expand to too much, or if a value contains itself."""
    if root is not None:
        _size(root, {}, set())


def _size(node: yaml.Node, sizes: dict[int, int], open_nodes: set[int]) -> int:
    """How many values the node stands for, aliases expanded. Each node is measured once."""
    key = id(node)
    if key in sizes:
        return sizes[key]
    if key in open_nodes:
        raise _refused(node, "an alias stands inside the value that it names")
    open_nodes.add(key)
    size = 1 + sum(_size(child, sizes, open_nodes) for child in _children(node))
    open_nodes.discard(key)
    if size > MOST_NODES:
        raise _refused(node, f"aliases expand to more than {MOST_NODES:,} values")
    sizes[key] = size
    return size


def _children(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.SequenceNode):
        return list(node.value)
    if isinstance(node, yaml.MappingNode):
        return [child for pair in node.value for child in pair]
    return []


def _refused(node: yaml.Node, problem: str) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark)
