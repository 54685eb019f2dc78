"""Serves the migrated application on the socket whose descriptor is in ASSAY_LISTEN_FD."""

import os
import time
from pathlib import Path

import uvicorn
from seed import library_zone, seed

zone = library_zone()
os.environ["TZ"] = zone
time.tzset()
os.environ["TOOLLIB_DATABASE"] = str(Path("seeded.sqlite").resolve())
os.environ["TOOLLIB_SECRET_KEY"] = "for-behaviours-only"
os.environ["TOOLLIB_TIMEZONE"] = zone

seed(os.environ["TOOLLIB_DATABASE"], zone)
uvicorn.run(
    "toollib.main:app",
    fd=int(os.environ["ASSAY_LISTEN_FD"]),
    log_level="warning",
    headers=[("library-zone", zone)],
)
