from datetime import date

from flask import Blueprint, jsonify, request

from auth import login_required, manager_required
from db import execute, query
from validation import check_member

bp = Blueprint('members', __name__, url_prefix='/api/members')


def fees_owed(member_id):
    row = query('SELECT SUM(fee) AS total FROM loans WHERE member_id = ? AND fee_paid = 0', (member_id,), one=True)
    return round(row['total'] or 0, 2)


def open_loans(member_id):
    return query('SELECT * FROM loans WHERE member_id = ? AND returned_at IS NULL', (member_id,))


def member_json(member):
    return {
        'id': member['id'],
        'name': member['name'],
        'email': member['email'],
        'joined_on': member['joined_on'],
        'blocked': bool(member['blocked']),
        'open_loans': len(open_loans(member['id'])),
        'fees_owed': fees_owed(member['id']),
    }


@bp.route('')
@login_required
def list_members():
    text = '%' + request.args.get('q', '').strip() + '%'
    members = query('SELECT * FROM members WHERE name LIKE ? OR email LIKE ? ORDER BY name', (text, text))
    return jsonify(members=[member_json(member) for member in members])


@bp.route('', methods=['POST'])
@login_required
def create_member():
    values, error = check_member(request.get_json(force=True))
    if error:
        return jsonify(error=error), 400
    try:
        member_id = execute('INSERT INTO members (name, email, joined_on) VALUES (?, ?, ?)',
                            (values['name'], values['email'], date.today().isoformat()))
    except Exception:
        return jsonify(error='Email is already registered'), 409
    return jsonify(member_json(query('SELECT * FROM members WHERE id = ?', (member_id,), one=True))), 201


@bp.route('/<int:member_id>')
@login_required
def show_member(member_id):
    member = query('SELECT * FROM members WHERE id = ?', (member_id,), one=True)
    if member is None:
        return jsonify(error='No such member'), 404
    result = member_json(member)
    result['loans'] = []
    for loan in query('SELECT * FROM loans WHERE member_id = ? ORDER BY lent_at DESC', (member_id,)):
        tool = query('SELECT * FROM tools WHERE id = ?', (loan['tool_id'],), one=True)
        result['loans'].append({
            'id': loan['id'], 'tool': tool['name'], 'due_on': loan['due_on'],
            'returned_at': loan['returned_at'], 'fee': loan['fee'],
        })
    return jsonify(result)


@bp.route('/<int:member_id>/block', methods=['POST'])
@manager_required
def block_member(member_id):
    data = request.get_json(silent=True) or {}
    if query('SELECT id FROM members WHERE id = ?', (member_id,), one=True) is None:
        return jsonify(error='No such member'), 404
    blocked = 1 if data.get('blocked', True) else 0
    execute('UPDATE members SET blocked = ? WHERE id = ?', (blocked, member_id))
    return jsonify(id=member_id, blocked=bool(blocked))


@bp.route('/<int:member_id>/payments', methods=['POST'])
@login_required
def pay_fees(member_id):
    """Settle all fees of returned loans."""
    if query('SELECT id FROM members WHERE id = ?', (member_id,), one=True) is None:
        return jsonify(error='No such member'), 404
    paid = fees_owed(member_id)
    if paid <= 0:
        return jsonify(error='Nothing to pay'), 409
    execute('UPDATE loans SET fee_paid = 1 WHERE member_id = ? AND returned_at IS NOT NULL', (member_id,))
    return jsonify(paid=paid, fees_owed=fees_owed(member_id))
