import os

import click
from flask import Flask, g, jsonify, render_template, request, session
from werkzeug.security import generate_password_hash

import config
import db
from auth import bp as auth_bp
from catalogue import bp as catalogue_bp
from loans import bp as loans_bp
from members import bp as members_bp
from reports import bp as reports_bp

app = Flask(__name__)
app.config.from_object(config)
app.teardown_appcontext(db.close_db)

app.register_blueprint(auth_bp)
app.register_blueprint(catalogue_bp)
app.register_blueprint(members_bp)
app.register_blueprint(loans_bp)
app.register_blueprint(reports_bp)


@app.before_request
def load_user():
    g.user = None
    user_id = session.get('user_id')
    if user_id is not None:
        g.user = db.query('SELECT * FROM staff WHERE id = ?', (user_id,), one=True)


@app.context_processor
def inject_globals():
    return {'library': config.LIBRARY_NAME, 'user': g.get('user')}


@app.errorhandler(404)
def not_found(error):
    if request.path.startswith('/api/'):
        return jsonify(error='Not found'), 404
    return render_template('error.html', message='This page does not exist'), 404


@app.cli.command('init-db')
def init_db_command():
    """Create the tables that are missing."""
    db.init_db()
    click.echo('Database is ready.')


@app.cli.command('add-staff')
@click.argument('username')
@click.argument('password')
@click.option('--role', default='desk')
def add_staff_command(username, password, role):
    """Add a staff account."""
    db.execute('INSERT INTO staff (username, password, role) VALUES (?, ?, ?)',
               (username, generate_password_hash(password), role))
    click.echo('Added ' + username)


if __name__ == '__main__':
    app.run(host='0.0.0.0', port=int(os.environ.get('PORT', 5000)), debug=True)
