from functools import wraps

from flask import Blueprint, g, jsonify, redirect, render_template, request, session, url_for
from werkzeug.security import check_password_hash

from db import query

bp = Blueprint('auth', __name__)


def login_required(view):
    @wraps(view)
    def wrapped(*args, **kwargs):
        if g.user is None:
            if request.path.startswith('/api/'):
                return jsonify(error='Login required'), 401
            return redirect(url_for('auth.login', next=request.path))
        return view(*args, **kwargs)
    return wrapped


def manager_required(view):
    @wraps(view)
    @login_required
    def wrapped(*args, **kwargs):
        if g.user['role'] != 'manager':
            return jsonify(error='Managers only'), 403
        return view(*args, **kwargs)
    return wrapped


@bp.route('/login', methods=['GET', 'POST'])
def login():
    error = None
    if request.method == 'POST':
        username = request.form.get('username', '').strip()
        password = request.form.get('password', '')
        user = query('SELECT * FROM staff WHERE username = ?', (username,), one=True)
        if user is None:
            error = 'Unknown user name'
        elif not check_password_hash(user['password'], password):
            error = 'Wrong password'
        else:
            session['user_id'] = user['id']
            return redirect(request.args.get('next') or url_for('loans.desk'))
    return render_template('login.html', error=error), 401 if error else 200


@bp.route('/logout')
def logout():
    session.clear()
    return redirect(url_for('catalogue.index'))
