"""Serves the Flask application on the socket whose descriptor is in ASSAY_LISTEN_FD."""

import os
import time
from pathlib import Path

os.environ["TZ"] = "Europe/Dublin"
time.tzset()
os.environ["TOOLLIB_DATABASE"] = str(Path("seeded.sqlite").resolve())

from app import app  # noqa: E402
from seed import seed  # noqa: E402
from werkzeug.serving import run_simple  # noqa: E402

seed(os.environ["TOOLLIB_DATABASE"])
os.environ["WERKZEUG_SERVER_FD"] = os.environ["ASSAY_LISTEN_FD"]
run_simple("127.0.0.1", 1, app, threaded=True)
