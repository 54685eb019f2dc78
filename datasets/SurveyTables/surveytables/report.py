"""Tables as text, Markdown and CSV."""
import csv
import io


def format_value(value, decimals=1):
    if value is None:
        return ''
    if isinstance(value, bool):
        return 'yes' if value else 'no'
    if isinstance(value, float):
        return '%.*f' % (decimals, value)
    return str(value)


def columns_of(rows):
    """The columns of all rows in the order in which they occur first."""
    columns = []
    for row in rows:
        for column in row:
            if column not in columns:
                columns.append(column)
    return columns


def to_text(rows, decimals=1):
    columns = columns_of(rows)
    cells = [[format_value(row.get(column), decimals) for column in columns] for row in rows]
    widths = [max(len(line[i]) for line in [columns] + cells) for i in range(len(columns))]
    numeric = [all(isinstance(row.get(column), (int, float)) for row in rows) for column in columns]
    lines = ['  '.join(name.ljust(width) for name, width in zip(columns, widths)).rstrip(),
             '  '.join('-' * width for width in widths)]
    for line in cells:
        parts = []
        for cell, width, right in zip(line, widths, numeric):
            parts.append(cell.rjust(width) if right else cell.ljust(width))
        lines.append('  '.join(parts).rstrip())
    return '\n'.join(lines) + '\n'


def to_markdown(rows, decimals=1):
    columns = columns_of(rows)
    lines = ['| ' + ' | '.join(columns) + ' |', '|' + '---|' * len(columns)]
    for row in rows:
        lines.append('| ' + ' | '.join(format_value(row.get(column), decimals) for column in columns) + ' |')
    return '\n'.join(lines) + '\n'


def to_csv(rows, decimals=1):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator='\n')
    writer.writerow(columns_of(rows))
    for row in rows:
        writer.writerow([format_value(value, decimals) for value in row.values()])
    return out.getvalue()


FORMATS = {'text': to_text, 'markdown': to_markdown, 'csv': to_csv}
