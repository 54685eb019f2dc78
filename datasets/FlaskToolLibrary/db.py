import sqlite3

from flask import current_app, g


def get_db():
    if 'db' not in g:
        g.db = sqlite3.connect(current_app.config['DATABASE'])
        g.db.row_factory = sqlite3.Row
    return g.db


def close_db(error=None):
    db = g.pop('db', None)
    if db is not None:
        db.close()


def query(sql, args=(), one=False):
    rows = get_db().execute(sql, args).fetchall()
    if one:
        return rows[0] if rows else None
    return rows


def execute(sql, args=()):
    """Run a statement, commit it, and return the id of the row it inserted."""
    db = get_db()
    cursor = db.execute(sql, args)
    db.commit()
    return cursor.lastrowid


def init_db():
    with current_app.open_resource('schema.sql') as f:
        get_db().executescript(f.read().decode('utf8'))
