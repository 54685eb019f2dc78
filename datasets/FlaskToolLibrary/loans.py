from datetime import date, datetime, timedelta

from flask import Blueprint, flash, g, jsonify, redirect, render_template, request, url_for

import config
from auth import login_required
from catalogue import is_available
from db import execute, query
from members import fees_owed, open_loans

bp = Blueprint('loans', __name__)


def days_late(due_on, today):
    return max(0, (today - datetime.strptime(due_on, '%Y-%m-%d').date()).days)


def fee_for(due_on, today):
    """The fee of a loan that is (or would be) returned today."""
    return min(days_late(due_on, today) * config.FEE_PER_DAY, config.FEE_CAP)


def is_overdue(loan):
    return loan['returned_at'] is None and loan['due_on'] < date.today().isoformat()


def loan_json(loan):
    tool = query('SELECT * FROM tools WHERE id = ?', (loan['tool_id'],), one=True)
    member = query('SELECT * FROM members WHERE id = ?', (loan['member_id'],), one=True)
    return {
        'id': loan['id'],
        'tool': {'id': tool['id'], 'code': tool['code'], 'name': tool['name']},
        'member': {'id': member['id'], 'name': member['name']},
        'lent_at': loan['lent_at'],
        'due_on': loan['due_on'],
        'renewals': loan['renewals'],
        'returned_at': loan['returned_at'],
        'overdue': is_overdue(loan),
        'fee': loan['fee'],
    }


def get_loan(loan_id):
    return query('SELECT * FROM loans WHERE id = ?', (loan_id,), one=True)


def add_loan(tool, member, days):
    due_on = (datetime.now() + timedelta(days=days)).date()
    return execute('INSERT INTO loans (tool_id, member_id, staff_id, lent_at, due_on) VALUES (?, ?, ?, ?, ?)',
                   (tool['id'], member['id'], g.user['id'], datetime.utcnow().isoformat(), due_on.isoformat()))


@bp.route('/api/loans')
@login_required
def list_loans():
    status = request.args.get('status', 'open')
    if status not in ('open', 'overdue', 'returned', 'all'):
        return jsonify(error='Unknown status'), 400
    loans = query('SELECT * FROM loans ORDER BY due_on, id')
    if status == 'open':
        loans = [loan for loan in loans if loan['returned_at'] is None]
    elif status == 'overdue':
        loans = [loan for loan in loans if is_overdue(loan)]
    elif status == 'returned':
        loans = [loan for loan in loans if loan['returned_at']]
    member_id = request.args.get('member_id', type=int)
    if member_id:
        loans = [loan for loan in loans if loan['member_id'] == member_id]
    return jsonify(loans=[loan_json(loan) for loan in loans])


@bp.route('/api/loans', methods=['POST'])
@login_required
def create_loan():
    data = request.get_json(force=True)
    member = query('SELECT * FROM members WHERE id = ?', (data.get('member_id'),), one=True)
    if member is None:
        return jsonify(error='No such member'), 404
    tool = query('SELECT * FROM tools WHERE id = ? AND retired = 0', (data.get('tool_id'),), one=True)
    if tool is None:
        return jsonify(error='No such tool'), 404
    days = data.get('days') or config.LOAN_DAYS
    if not isinstance(days, int) or days < 1 or days > config.MAX_LOAN_DAYS:
        return jsonify(error='Days must be between 1 and %d' % config.MAX_LOAN_DAYS), 400
    if member['blocked']:
        return jsonify(error='The member is blocked'), 403
    if tool['condition'] == 'repair':
        return jsonify(error='The tool is being repaired'), 409
    if not is_available(tool):
        return jsonify(error='The tool is lent'), 409
    loans = open_loans(member['id'])
    if len(loans) >= config.MAX_LOANS:
        return jsonify(error='The member has %d tools already' % config.MAX_LOANS), 409
    if any(is_overdue(loan) for loan in loans):
        return jsonify(error='The member has an overdue tool'), 409
    if fees_owed(member['id']) > config.FEE_LIMIT:
        return jsonify(error='The member owes more than %.2f' % config.FEE_LIMIT), 409
    loan_id = add_loan(tool, member, days)
    return jsonify(loan_json(get_loan(loan_id))), 201


@bp.route('/api/loans/<int:loan_id>/return', methods=['POST'])
@login_required
def return_loan(loan_id):
    data = request.get_json(silent=True) or {}
    loan = get_loan(loan_id)
    if loan is None:
        return jsonify(error='No such loan'), 404
    if loan['returned_at']:
        return jsonify(error='The loan is already returned'), 409
    condition = data.get('condition')
    if condition and condition not in config.CONDITIONS:
        return jsonify(error='Condition must be one of ' + ', '.join(config.CONDITIONS)), 400
    now = datetime.utcnow()
    execute('UPDATE loans SET returned_at = ?, fee = ? WHERE id = ?',
            (now.isoformat(), fee_for(loan['due_on'], now.date()), loan_id))
    if condition:
        execute('UPDATE tools SET condition = ? WHERE id = ?', (condition, loan['tool_id']))
    return jsonify(loan_json(get_loan(loan_id)))


@bp.route('/api/loans/<int:loan_id>/renew', methods=['POST'])
@login_required
def renew_loan(loan_id):
    loan = get_loan(loan_id)
    if loan is None:
        return jsonify(error='No such loan'), 404
    if loan['returned_at']:
        return jsonify(error='The loan is already returned'), 409
    if is_overdue(loan):
        return jsonify(error='Overdue loans cannot be renewed'), 409
    if loan['renewals'] >= config.MAX_RENEWALS:
        return jsonify(error='The loan was renewed %d times already' % config.MAX_RENEWALS), 409
    due_on = datetime.strptime(loan['due_on'], '%Y-%m-%d').date() + timedelta(days=config.LOAN_DAYS)
    execute('UPDATE loans SET due_on = ?, renewals = renewals + 1 WHERE id = ?', (due_on.isoformat(), loan_id))
    return jsonify(loan_json(get_loan(loan_id)))


@bp.route('/desk')
@login_required
def desk():
    loans = query('SELECT * FROM loans WHERE returned_at IS NULL ORDER BY due_on, id')
    return render_template('desk.html', loans=[loan_json(loan) for loan in loans])


@bp.route('/desk/checkout', methods=['POST'])
@login_required
def desk_checkout():
    code = request.form.get('code', '').strip().upper()
    email = request.form.get('email', '').strip().lower()
    tool = query('SELECT * FROM tools WHERE code = ? AND retired = 0', (code,), one=True)
    member = query('SELECT * FROM members WHERE email = ?', (email,), one=True)
    if tool is None:
        flash('There is no tool ' + code)
    elif member is None:
        flash('There is no member ' + email)
    elif not is_available(tool):
        flash('The tool is lent')
    elif len(open_loans(member['id'])) >= config.MAX_LOANS:
        flash('The member has %d tools already' % config.MAX_LOANS)
    else:
        add_loan(tool, member, config.LOAN_DAYS)
        flash('%s is lent to %s' % (tool['name'], member['name']))
    return redirect(url_for('loans.desk'))
