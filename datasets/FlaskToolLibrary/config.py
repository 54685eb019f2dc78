import os

DATABASE = os.environ.get('TOOLLIB_DATABASE', 'toollib.sqlite')
SECRET_KEY = 'northside-tools-2019'

LIBRARY_NAME = 'Northside Tool Library'
CATEGORIES = ['cleaning', 'garden', 'measuring', 'power', 'woodwork']
CONDITIONS = ['good', 'worn', 'repair']

PAGE_SIZE = 20
LOAN_DAYS = 7
MAX_LOAN_DAYS = 14
MAX_LOANS = 3
MAX_RENEWALS = 2
FEE_PER_DAY = 0.5
FEE_CAP = 20.0
FEE_LIMIT = 10.0
