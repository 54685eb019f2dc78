from flask import Blueprint, jsonify, render_template, request, url_for

import config
from auth import manager_required
from db import execute, get_db, query
from validation import check_tool

bp = Blueprint('catalogue', __name__)


def is_available(tool):
    if tool['retired'] or tool['condition'] == 'repair':
        return False
    loan = query('SELECT id FROM loans WHERE tool_id = ? AND returned_at IS NULL', (tool['id'],), one=True)
    return loan is None


def tool_json(tool):
    return {
        'id': tool['id'], 'code': tool['code'], 'name': tool['name'], 'category': tool['category'],
        'condition': tool['condition'], 'available': is_available(tool),
    }


def find_tools(text, category):
    sql = 'SELECT * FROM tools WHERE retired = 0'
    if text:
        sql += " AND (name LIKE '%%%s%%' OR code LIKE '%s%%')" % (text, text.upper())
    if category:
        sql += " AND category = '%s'" % category
    return query(sql + ' ORDER BY name, id')


@bp.route('/')
def index():
    text = request.args.get('q', '').strip()
    tools = [tool_json(tool) for tool in find_tools(text, request.args.get('category'))]
    return render_template('catalogue.html', tools=tools, text=text, categories=config.CATEGORIES)


@bp.route('/api/tools')
def list_tools():
    tools = [tool_json(tool) for tool in find_tools(request.args.get('q', '').strip(), request.args.get('category'))]
    if request.args.get('available') == '1':
        tools = [tool for tool in tools if tool['available']]
    page = int(request.args.get('page', 1))
    start = (page - 1) * config.PAGE_SIZE
    return jsonify(tools=tools[start:start + config.PAGE_SIZE], total=len(tools), page=page)


@bp.route('/api/tools/<int:tool_id>')
def show_tool(tool_id):
    tool = query('SELECT * FROM tools WHERE id = ?', (tool_id,), one=True)
    if tool is None:
        return jsonify(error='No such tool'), 404
    result = tool_json(tool)
    result['times_lent'] = query('SELECT COUNT(*) AS n FROM loans WHERE tool_id = ?', (tool_id,), one=True)['n']
    return jsonify(result)


@bp.route('/api/tools', methods=['POST'])
@manager_required
def create_tool():
    values, error = check_tool(request.get_json(force=True))
    if error:
        return jsonify(error=error), 400
    if query('SELECT id FROM tools WHERE code = ?', (values['code'],), one=True):
        return jsonify(error='Code is already in use'), 409
    tool_id = execute('INSERT INTO tools (code, name, category, condition) VALUES (?, ?, ?, ?)',
                      (values['code'], values['name'], values['category'], values.get('condition', 'good')))
    tool = query('SELECT * FROM tools WHERE id = ?', (tool_id,), one=True)
    return jsonify(tool_json(tool)), 201, {'Location': url_for('catalogue.show_tool', tool_id=tool_id)}


@bp.route('/api/tools/<int:tool_id>', methods=['PUT'])
@manager_required
def update_tool(tool_id):
    tool = query('SELECT * FROM tools WHERE id = ?', (tool_id,), one=True)
    if tool is None:
        return jsonify(error='No such tool'), 404
    values, error = check_tool(request.get_json(force=True), partial=True)
    if error:
        return jsonify(error=error), 400
    for column, value in values.items():
        get_db().execute('UPDATE tools SET ' + column + ' = ? WHERE id = ?', (value, tool_id))
    get_db().commit()
    return jsonify(tool_json(query('SELECT * FROM tools WHERE id = ?', (tool_id,), one=True)))


@bp.route('/api/tools/<int:tool_id>', methods=['DELETE'])
@manager_required
def retire_tool(tool_id):
    tool = query('SELECT * FROM tools WHERE id = ?', (tool_id,), one=True)
    if tool is None:
        return jsonify(error='No such tool'), 404
    if query('SELECT id FROM loans WHERE tool_id = ? AND returned_at IS NULL', (tool_id,), one=True):
        return jsonify(error='The tool is lent'), 409
    execute('UPDATE tools SET retired = 1 WHERE id = ?', (tool_id,))
    return '', 204
