import re

import config

CODE = re.compile(r'[A-Z]{2}-\d{4}')
EMAIL = re.compile(r'^[^@\s]+@[^@\s]+\.[^@\s]+$')


def check_tool(data, partial=False):
    """Return (values, error) for the JSON of a tool; with partial only the fields that were sent."""
    values = {}
    if not partial or 'code' in data:
        code = str(data.get('code', '')).strip().upper()
        if not CODE.match(code):
            return None, 'Code must look like AB-1234'
        values['code'] = code
    if not partial or 'name' in data:
        name = str(data.get('name', '')).strip()
        if not name or len(name) > 80:
            return None, 'Name must have 1 to 80 characters'
        values['name'] = name
    if not partial or 'category' in data:
        if data.get('category') not in config.CATEGORIES:
            return None, 'Category must be one of ' + ', '.join(config.CATEGORIES)
        values['category'] = data['category']
    if 'condition' in data:
        if data['condition'] not in config.CONDITIONS:
            return None, 'Condition must be one of ' + ', '.join(config.CONDITIONS)
        values['condition'] = data['condition']
    return values, None


def check_member(data):
    name = str(data.get('name', '')).strip()
    email = str(data.get('email', '')).strip().lower()
    if not name:
        return None, 'Name is required'
    if not EMAIL.match(email):
        return None, 'Email is not valid'
    return {'name': name, 'email': email}, None
