"""Serves the migrated application on the socket whose descriptor is in ASSAY_LISTEN_FD."""

import os
import time
from pathlib import Path

os.environ["TZ"] = "Europe/Dublin"
time.tzset()
os.environ["TOOLLIB_DATABASE"] = str(Path("seeded.sqlite").resolve())
os.environ["TOOLLIB_SECRET_KEY"] = "for-behaviours-only"
os.environ["TOOLLIB_TIMEZONE"] = "Europe/Dublin"

import uvicorn  # noqa: E402
from seed import seed  # noqa: E402

seed(os.environ["TOOLLIB_DATABASE"])
uvicorn.run("toollib.main:app", fd=int(os.environ["ASSAY_LISTEN_FD"]), log_level="warning")
