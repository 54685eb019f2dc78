"""Serves the Flask application on the socket whose descriptor is in ASSAY_LISTEN_FD."""

import os
import time
from pathlib import Path

from seed import library_zone, seed

zone = library_zone()
os.environ["TZ"] = zone
time.tzset()
os.environ["TOOLLIB_DATABASE"] = str(Path("seeded.sqlite").resolve())

from app import app  # noqa: E402
from werkzeug.serving import run_simple  # noqa: E402


@app.after_request
def tell_zone(response):
    response.headers["library-zone"] = zone
    return response


seed(os.environ["TOOLLIB_DATABASE"], zone)
os.environ["WERKZEUG_SERVER_FD"] = os.environ["ASSAY_LISTEN_FD"]
run_simple("127.0.0.1", 1, app, threaded=True)
