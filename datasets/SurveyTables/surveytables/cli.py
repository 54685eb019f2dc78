"""python -m surveytables clean|summary|crosstab ..."""
import argparse
import json
import sys

from surveytables.aggregate import MEASURES, crosstab, summarise
from surveytables.clean import clean_rows, drop_duplicates, drop_incomplete
from surveytables.join import left_join, unmatched
from surveytables.readers import read_table
from surveytables.report import FORMATS


def parse_measure(text):
    """'minutes:mean' -> ('minutes', 'mean')"""
    column, name = text.split(':')
    if name not in MEASURES:
        raise ValueError('Unknown measure ' + name)
    return column, name


def build_parser():
    parser = argparse.ArgumentParser(prog='surveytables')
    commands = parser.add_subparsers(dest='command')
    for name in ('clean', 'summary', 'crosstab'):
        command = commands.add_parser(name)
        command.add_argument('responses')
        command.add_argument('--codebook', required=True)
        command.add_argument('--sites', help='table of the sites, joined by the column site')
        command.add_argument('--complete', type=float, default=0.0, help='share of answers that a row needs')
        command.add_argument('--format', choices=sorted(FORMATS), default='text')
        command.add_argument('--out')
        if name == 'summary':
            command.add_argument('--by', default='site')
            command.add_argument('--measure', action='append', default=[])
        if name == 'crosstab':
            command.add_argument('--rows', required=True)
            command.add_argument('--columns', required=True)
            command.add_argument('--percent', action='store_true')
    return parser


def load(args):
    """The cleaned rows of the export, joined with the sites."""
    with open(args.codebook) as f:
        codebook = json.load(f)
    rows, problems = clean_rows(read_table(args.responses), codebook)
    for number, column, value, problem in problems:
        print('row %d, %s: %r is %s' % (number, column, value, problem))
    rows = drop_duplicates(rows, codebook['key'])
    rows = drop_incomplete(rows, list(codebook['columns']), args.complete)
    if args.sites:
        sites = read_table(args.sites)
        for site in unmatched(rows, sites, 'site'):
            print('no site %s' % site)
        rows = left_join(rows, sites, 'site')
    return rows


def write(text, path):
    if path:
        with open(path, 'w') as f:
            f.write(text)
    else:
        print(text, end='')


def main(argv=None):
    parser = build_parser()
    args = parser.parse_args(argv)
    if not args.command:
        parser.print_help()
        return 1
    try:
        rows = load(args)
        if args.command == 'summary':
            rows = summarise(rows, args.by.split(','), [parse_measure(m) for m in args.measure])
        elif args.command == 'crosstab':
            rows = crosstab(rows, args.rows, args.columns, args.percent)
        write(FORMATS[args.format](rows), args.out)
    except Exception as e:
        print('Error: %s' % e, file=sys.stderr)
    return 0
