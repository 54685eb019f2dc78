"""Reading exports into lists of dicts."""
import csv
import json
import os


class ReadError(Exception):
    pass


def normalise_header(name):
    """'Age (years)' -> 'age_years'"""
    name = name.strip().lower()
    for char in ' -/.':
        name = name.replace(char, '_')
    name = ''.join(c for c in name if c.isalnum() or c == '_')
    while '__' in name:
        name = name.replace('__', '_')
    return name.strip('_')


def guess_delimiter(line):
    """The separator that occurs most often in the first line."""
    counts = [(line.count(sep), sep) for sep in (',', ';', '\t')]
    return max(counts)[1]


def read_csv(path, delimiter=None):
    f = open(path)
    first = f.readline()
    if not first.strip():
        raise ReadError('%s is empty' % path)
    if delimiter is None:
        delimiter = guess_delimiter(first)
    header = [normalise_header(name) for name in next(csv.reader([first], delimiter=delimiter))]
    rows = []
    for values in csv.reader(f, delimiter=delimiter):
        if not any(v.strip() for v in values):
            continue
        rows.append(dict(zip(header, values)))
    f.close()
    return rows


def read_json(path):
    """A list of objects, or an object with the list under 'rows' or 'data'."""
    with open(path) as f:
        try:
            data = json.load(f)
        except ValueError as e:
            raise ReadError('%s is not valid JSON: %s' % (path, e))
    if isinstance(data, dict):
        data = data.get('rows') or data.get('data') or []
    return [dict((normalise_header(k), v) for k, v in item.items()) for item in data]


def read_table(path, delimiter=None):
    ext = os.path.splitext(path)[1].lower()
    if ext in ('.csv', '.tsv', '.txt'):
        return read_csv(path, delimiter)
    if ext == '.json':
        return read_json(path)
    raise ReadError('Cannot read %s files' % (ext or 'such'))
