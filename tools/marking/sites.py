"""Serve built applications to a frame of the desk. They are hostile: nothing may leave the frame.

Each start of an application has an origin of its own, http://<random>.localhost:<port>: it shares
no storage and no cookie with the desk or with another application, and its address names nothing.
The headers allow it its own files and nothing else, and the server answers to frames alone, so
that it cannot be opened as a page of its own, where the desk's policy would not hold it.
"""

import mimetypes
import secrets
from collections.abc import Iterable
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

from werkzeug.wrappers import Request, Response

from assay.answers.containment import Refused, contained

SANDBOX = "allow-scripts allow-same-origin allow-forms"
"""What the frame may do. `allow-forms`: without it no form reports that it was submitted."""
POLICY = (
    f"sandbox {SANDBOX}; default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "media-src 'self' data: blob:; connect-src 'self'; frame-src 'none'; worker-src 'none'; "
    "object-src 'none'; manifest-src 'none'; form-action 'none'; base-uri 'self'; "
    "webrtc 'block'; frame-ancestors {desk}"
)
HEADERS = {
    "Cache-Control": "no-store",
    "Connection-Allowlist": "(response-origin);webrtc=block",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Origin-Agent-Cluster": "?1",
    "Permissions-Policy": (
        "camera=(), clipboard-read=(), clipboard-write=(), display-capture=(), fullscreen=(), "
        "geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-DNS-Prefetch-Control": "off",
}
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml"}
"""Not left to the machine, whose table may differ."""


class Sites:
    """A WSGI application over the folders that were opened.

    `port` is its own; `desk` is the origin whose pages may hold the frame.
    """

    def __init__(self) -> None:
        self.port = 0
        self.desk = "'none'"
        self._folders: dict[str, Path] = {}

    @property
    def origins(self) -> str:
        """All origins of applications, for a policy."""
        return f"http://*.localhost:{self.port}"

    def open(self, folder: Path) -> str:
        """The address of a new start of the application in the folder."""
        label = secrets.token_hex(16)
        self._folders[label] = folder
        return f"http://{label}.localhost:{self.port}/"

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        response = self._response(Request(environ))
        policy = POLICY.format(desk=self.desk)
        response.headers.update({**HEADERS, "Content-Security-Policy": policy})
        return response(environ, start_response)

    def _response(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            return Response("This server only gives files.", 405)
        label, _, rest = request.headers.get("Host", "").partition(".")
        folder = self._folders.get(label) if rest == f"localhost:{self.port}" else None
        if folder is None:
            return Response("There is no application here (any more).", 404)
        if request.headers.get("Sec-Fetch-Dest") == "document":
            return Response("An application is shown in the desk alone.", 403)
        path = _file_at(folder.resolve(), request.path)
        if path is None:
            return Response("no such file", 404)
        guessed = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        return Response(path.read_bytes(), mimetype=guessed or "application/octet-stream")


def _file_at(folder: Path, address: str) -> Path | None:
    """The first file that the address may mean, if it is in the folder.

    As the behaviours' server gives it (toolchains/browser/run.mjs): a folder stands for its
    index.html, and an address without an ending is the application's own route.
    """
    try:
        name = contained(address.strip("/")) if address.strip("/") else "index.html"
    except Refused:
        return None
    wanted = folder / name
    routes = () if wanted.suffix else (folder / "index.html",)
    for path in (wanted, wanted / "index.html", *routes):
        whole: Path = path.resolve()
        if whole.is_file() and whole.is_relative_to(folder):
            return whole
    return None
