"""Groups and figures."""


def values_of(rows, column):
    """The answers in a column, without missing ones."""
    return [row[column] for row in rows if row.get(column) is not None]


def mean(values):
    if not values:
        return 0
    return sum(values) / len(values)


def median(values):
    if not values:
        return 0
    values.sort()
    return values[len(values) // 2]


def quantile(values, q):
    """The value below which the share q of the values lies."""
    if not values:
        return 0
    ordered = sorted(values)
    return ordered[int(q * len(ordered))]


def top_box(values, top=4):
    """The percentage of answers on a scale that are at least top."""
    if not values:
        return 0
    return round(100 * sum(1 for value in values if value >= top) / len(values))


MEASURES = {
    'count': len,
    'mean': mean,
    'median': median,
    'p90': lambda values: quantile(values, 0.9),
    'max': max,
    'min': min,
    'top': top_box,
}


def weighted_mean(rows, column, weight):
    total = sum(row[column] * row[weight] for row in rows if row.get(column) is not None)
    weights = sum(row[weight] for row in rows)
    return total / weights


def group_by(rows, columns):
    """A list of (key, rows), sorted by key; a key is a tuple of values."""
    groups = {}
    for row in rows:
        key = tuple(row.get(column) for column in columns)
        groups.setdefault(key, []).append(row)
    return sorted(groups.items())


def summarise(rows, by, measures):
    """One row for each group. measures: list of (column, name of the measure)."""
    result = []
    for key, members in group_by(rows, by):
        line = dict(zip(by, key))
        line['n'] = len(members)
        for column, name in measures:
            line['%s_%s' % (column, name)] = MEASURES[name](values_of(members, column))
        result.append(line)
    return result


def crosstab(rows, row_column, column_column, percent=False):
    """A row for each value of row_column, with a count for each value of column_column."""
    columns = sorted(set(str(row.get(column_column)) for row in rows))
    result = []
    for (value,), members in group_by(rows, [row_column]):
        line = {row_column: value}
        for column in columns:
            line[column] = sum(1 for row in members if str(row.get(column_column)) == column)
            if percent:
                line[column] = int(100 * line[column] / len(members))
        line['total'] = len(members) if not percent else 100
        result.append(line)
    return result
