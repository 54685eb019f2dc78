"""Cleaning answers by a codebook.

A codebook is a dict: 'key' (the columns that identify a respondent), 'missing' (texts that stand for no answer) and
'columns', which describes a column by its 'type' (number, scale, bool, date, choice or text) and what the type needs.
"""
from datetime import datetime

DATE_FORMATS = ['%Y-%m-%d', '%d.%m.%Y', '%d/%m/%Y', '%m/%d/%Y']
MISSING = ['', '-', 'n/a', 'na', 'none', '99', '999']
YES = ['yes', 'y', 'true', '1', 'x']
NO = ['no', 'n', 'false', '0']


def parse_number(text):
    """'1,5' and '1.5' are both one and a half; anything else that is no number is None."""
    text = text.replace(' ', '').replace('%', '')
    try:
        return float(text.replace(',', '.'))
    except ValueError:
        return None


def parse_date(text):
    for fmt in DATE_FORMATS:
        try:
            return datetime.strptime(text, fmt).date()
        except:
            pass
    return None


def parse_bool(text):
    text = text.lower()
    if text in YES:
        return True
    if text in NO:
        return False
    return None


def parse_scale(text, labels):
    """The position of a label, counted from 1; a number is taken as it is."""
    lowered = [label.lower() for label in labels]
    if text.lower() in lowered:
        return lowered.index(text.lower()) + 1
    number = parse_number(text)
    if number and number <= len(labels):
        return int(number)
    return None


def age_group(born, bounds=(18, 30, 45, 60)):
    """The age group of somebody born in that year, such as '30-44'."""
    if born is None:
        return None
    age = datetime.now().year - int(born)
    if age < bounds[0]:
        return 'under %d' % bounds[0]
    for low, high in zip(bounds, bounds[1:]):
        if low <= age < high:
            return '%d-%d' % (low, high - 1)
    return '%d+' % bounds[-1]


def clean_value(value, spec, missing):
    """Return (value, problem); a problem is a word, or None."""
    if value is None:
        return None, None
    text = str(value).strip()
    if text.lower() in missing:
        return None, None
    kind = spec.get('type', 'text')
    if kind == 'text':
        return text, None
    if kind == 'number':
        result = parse_number(text)
        if result is not None:
            if result < spec.get('min', result) or result > spec.get('max', result):
                return None, 'out of range'
    elif kind == 'scale':
        result = parse_scale(text, spec['labels'])
        if result and spec.get('reverse'):
            result = len(spec['labels']) - result
    elif kind == 'bool':
        result = parse_bool(text)
    elif kind == 'date':
        result = parse_date(text)
    elif kind == 'choice':
        result = text.lower() if text.lower() in spec['choices'] else None
    else:
        raise ValueError('Unknown type ' + kind)
    if result is None:
        return None, 'not a ' + kind
    return result, None


def clean_rows(rows, codebook, problems=[]):
    """Clean all columns of the codebook; problems are (row number, column, value, problem)."""
    missing = codebook.get('missing', MISSING)
    for number, row in enumerate(rows, 1):
        for column, spec in codebook['columns'].items():
            value, problem = clean_value(row.get(column), spec, missing)
            if problem:
                problems.append((number, column, row[column], problem))
            row[column] = value
        if 'born' in row:
            row['age_group'] = age_group(row['born'])
    return rows, problems


def drop_duplicates(rows, key):
    """Of several rows of one respondent the last one counts."""
    kept = []
    keys = []
    for row in reversed(rows):
        identity = tuple(row.get(column) for column in key)
        if identity not in keys:
            keys.append(identity)
            kept.append(row)
    kept.reverse()
    return kept


def drop_incomplete(rows, columns, share=0.5):
    """Leave out rows in which less than that share of the columns is answered."""
    kept = []
    for row in rows:
        answered = sum(1 for column in columns if row.get(column))
        if answered / len(columns) >= share:
            kept.append(row)
    return kept
