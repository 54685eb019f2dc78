import csv
import io
from datetime import date

from flask import Blueprint, Response, jsonify, request

from auth import login_required, manager_required
from db import query
from loans import days_late, fee_for

bp = Blueprint('reports', __name__)


@bp.route('/api/reports/overdue')
@login_required
def overdue():
    today = date.today()
    rows = query("SELECT loans.id, loans.due_on, tools.name AS tool, members.name AS member, members.email "
                 "FROM loans JOIN tools ON tools.id = loans.tool_id JOIN members ON members.id = loans.member_id "
                 "WHERE loans.returned_at IS NULL AND loans.due_on < date('now') ORDER BY loans.due_on, loans.id")
    items = []
    total = 0
    for row in rows:
        item = dict(row)
        item['days_late'] = days_late(row['due_on'], today)
        item['fee'] = fee_for(row['due_on'], today)
        total += item['fee']
        items.append(item)
    return jsonify(loans=items, fees=total)


@bp.route('/reports/loans.csv')
@manager_required
def loans_csv():
    month = request.args.get('month', date.today().strftime('%Y-%m'))
    rows = query('SELECT * FROM loans WHERE lent_at LIKE ? ORDER BY lent_at', (month + '%',))
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(['id', 'tool', 'member', 'lent', 'due', 'returned', 'fee'])
    for row in rows:
        tool = query('SELECT code FROM tools WHERE id = ?', (row['tool_id'],), one=True)
        member = query('SELECT name FROM members WHERE id = ?', (row['member_id'],), one=True)
        writer.writerow([row['id'], tool['code'], member['name'], row['lent_at'][:10], row['due_on'],
                         (row['returned_at'] or '')[:10], '%.2f' % row['fee']])
    return Response(out.getvalue(), mimetype='text/csv',
                    headers={'Content-Disposition': 'attachment; filename=loans-%s.csv' % month})
