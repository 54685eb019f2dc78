"""Joining tables."""


def index_by(rows, key):
    index = {}
    for row in rows:
        index[row.get(key)] = row
    return index


def left_join(rows, others, key, other_key=None):
    """Every row with the columns of the row of others that has the same key."""
    index = index_by(others, other_key or key)
    columns = list(others[0].keys())
    joined = []
    for row in rows:
        match = index.get(row.get(key))
        if match is None:
            match = dict((column, None) for column in columns)
        result = dict(row)
        result.update(match)
        joined.append(result)
    return joined


def inner_join(rows, others, key, other_key=None):
    """As left_join, without the rows that have no partner."""
    index = index_by(others, other_key or key)
    return [dict(row, **index[row[key]]) for row in rows if row.get(key) in index]


def unmatched(rows, others, key, other_key=None):
    """The keys of rows that others lacks, each once."""
    known = [other.get(other_key or key) for other in others]
    missing = []
    for row in rows:
        if row.get(key) not in known and row.get(key) not in missing:
            missing.append(row.get(key))
    return missing
