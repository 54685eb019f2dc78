"""A database of the tool library: its staff, and loans that nobody can make through the pages."""

import hashlib
import sqlite3
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

TABLES = """
CREATE TABLE staff (
    id INTEGER PRIMARY KEY AUTOINCREMENT, username TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL, role TEXT NOT NULL DEFAULT 'desk');
CREATE TABLE tools (
    id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    category TEXT NOT NULL, condition TEXT NOT NULL DEFAULT 'good',
    retired INTEGER NOT NULL DEFAULT 0);
CREATE TABLE members (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE,
    joined_on TEXT NOT NULL, blocked INTEGER NOT NULL DEFAULT 0);
CREATE TABLE loans (
    id INTEGER PRIMARY KEY AUTOINCREMENT, tool_id INTEGER NOT NULL REFERENCES tools (id),
    member_id INTEGER NOT NULL REFERENCES members (id),
    staff_id INTEGER NOT NULL REFERENCES staff (id), lent_at TEXT NOT NULL, due_on TEXT NOT NULL,
    renewals INTEGER NOT NULL DEFAULT 0, returned_at TEXT, fee REAL NOT NULL DEFAULT 0,
    fee_paid INTEGER NOT NULL DEFAULT 0);
"""


def stored_password(password: str) -> str:
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), b"seaSalt9", 1000).hex()
    return f"pbkdf2:sha256:1000$seaSalt9${digest}"


def library_zone() -> str:
    """A time zone whose day is not the day in UTC now, nor in the next hour."""
    return "Pacific/Pago_Pago" if datetime.now(UTC).hour < 10 else "Pacific/Kiritimati"


def seed(path: str, zone: str) -> None:
    """Members 1 to 6; the loans of 1 to 4 are overdue, 5 and 6 owe fees of returned loans."""
    database = sqlite3.connect(path)
    database.executescript(TABLES)
    staff = [
        ("mia", stored_password("chisel-77"), "manager"),
        ("dan", stored_password("plane-33"), "desk"),
    ]
    database.executemany("INSERT INTO staff (username, password, role) VALUES (?, ?, ?)", staff)
    today = datetime.now(ZoneInfo(zone)).date()
    for number in range(1, 7):
        tool = (f"SE-{number:04}", f"Seeded tool {number}", "garden")
        database.execute("INSERT INTO tools (code, name, category) VALUES (?, ?, ?)", tool)
        member = (f"Seeded member {number}", f"seeded{number}@example.org", "2019-05-04")
        database.execute("INSERT INTO members (name, email, joined_on) VALUES (?, ?, ?)", member)
    open_loan = (
        "INSERT INTO loans (tool_id, member_id, staff_id, lent_at, due_on) VALUES (?,?,1,?,?)"
    )
    for number, late in ((1, 3), (2, 100), (3, 5), (4, 1)):
        due = (today - timedelta(days=late)).isoformat()
        database.execute(open_loan, (number, number, "2019-11-03T10:00:00", due))
    hour = 15 if zone == "Pacific/Pago_Pago" else 9  # of the same day there and in UTC
    lent_at, returned_at = f"2018-02-05T{hour:02}:00:00", f"2018-03-20T{hour:02}:00:00"
    returned = (
        "INSERT INTO loans (tool_id, member_id, staff_id, lent_at, due_on, returned_at, fee) "
        "VALUES (?, ?, 1, ?, '2018-02-12', ?, ?)"
    )
    database.execute(returned, (5, 5, lent_at, returned_at, 10.5))
    database.execute(returned, (6, 6, lent_at, returned_at, 10.0))
    database.commit()
    database.close()
